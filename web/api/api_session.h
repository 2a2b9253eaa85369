#ifndef WEB_API_API_SESSION_H
#define WEB_API_API_SESSION_H
/* Who one is: sessions, accounts, invitations, one's data; and what the host asks for. */

#include "web/http/web_routes.h"

extern const web_route api_session_routes[];  /* /session, /me */
extern const web_route api_accounts_routes[]; /* /accounts, /invitations */
extern const web_route api_tokens_routes[];   /* /tokens */
extern const web_route api_host_routes[];     /* /events, /metrics, /healthz */

/* What GET /me answers, for this person. */
struct people;
void api_write_me(struct people *p, web_request *q, int64_t account);
/* The tokens of an account as "tokens":[...]. */
void api_tokens_write(struct people *p, int64_t account, json_writer *w);

#endif
