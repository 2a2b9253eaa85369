/* Events: one stream for all tabs of this browser. Web Locks choose the tab that holds it, BroadcastChannel
 * passes on what comes; where a browser has neither, a tab asks again and again. */

const EVENT_KINDS = ["room", "seat", "act", "undo", "clock", "info", "review", "chat", "offer", "resync", "bye"];
const CHANNEL = "kibitz-events";
const POLL_MS = 2000;
const ROLL_MS = 60000; /* how often the tabs are counted */

/* "room:ID" and the like of what an event is about. */
function topicsOf(kind, data) {
    if (kind === "resync") return data.rooms ? data.rooms.map((id) => `room:${id}`) : null;
    if (data.analysis) return [`analysis:${data.analysis}`];
    if (data.review) return [`review:${data.review}`];
    if (data.room) return [`room:${typeof data.room === "string" ? data.room : data.room.id}`];
    return null;
}

/* {"room:a", "analysis:b"} as the query of a stream. */
function streamQuery(topics, after) {
    const names = { room: [], analysis: [], review: [] };
    for (const topic of topics) names[topic.split(":")[0]].push(topic.slice(topic.indexOf(":") + 1));
    const out = new URLSearchParams();
    if (names.room.length) out.set("rooms", names.room.join(","));
    if (names.analysis.length) out.set("analyses", names.analysis.join(","));
    if (names.review.length) out.set("reviews", names.review.join(","));
    if (after) out.set("after", after);
    return out.toString();
}

function createEvents(app) {
    const tab = crypto.getRandomValues(new Uint32Array(2)).join("-");
    const listeners = new Map(); /* topic: set of functions */
    const seen = new Map();      /* topic: number of the newest event */
    const shared = Boolean(globalThis.navigator && navigator.locks && globalThis.BroadcastChannel);
    const channel = shared ? new BroadcastChannel(CHANNEL) : null;
    const wants = new Map();     /* the holder: tab: {topic: after} */
    const latest = new Map();    /* the holder: topic: number of the newest event that was passed on */
    let stream = null;
    let open = "";
    let holds = false;
    let timer = 0;

    const mine = () => Object.fromEntries([...listeners.keys()].map((topic) => [topic, seen.get(topic) || 0]));

    /* Hands an event to those who listen in this tab; each once. */
    const pass = (kind, id, data) => {
        if (kind === "bye") return app.store.update({ online: false });
        const topics = topicsOf(kind, data) || [...listeners.keys()].filter((topic) => topic.startsWith("room:"));
        for (const topic of topics) {
            if (!listeners.has(topic)) continue;
            if (id && id <= (seen.get(topic) || 0)) continue;
            if (id) seen.set(topic, id);
            for (const fn of [...listeners.get(topic)]) fn(kind, data, id);
        }
        return undefined;
    };

    /* --- the tab that holds the stream --- */

    const openStream = () => {
        const all = new Map();
        for (const topics of [mine(), ...wants.values()])
            for (const [topic, after] of Object.entries(topics)) all.set(topic, Math.min(after || 0, all.has(topic) ? all.get(topic) : Infinity));
        const names = [...all.keys()].sort();
        const after = Math.min(...[...all].filter(([topic]) => topic.startsWith("room:")).map(([, number]) => number), Infinity);
        if (names.join() === open && stream && stream.readyState !== 2) return;
        if (stream) stream.close();
        stream = null;
        open = names.join();
        if (!names.length) return;
        stream = new EventSource(`/api/1/events?${streamQuery(names, Number.isFinite(after) ? after : 0)}`);
        stream.onopen = () => app.store.update({ online: true });
        stream.onerror = () => {
            app.store.update({ online: false });
            if (stream && stream.readyState === 2) { /* it does not try again by itself */
                open = "";
                clearTimeout(timer);
                timer = setTimeout(openStream, 3000);
            }
        };
        for (const kind of EVENT_KINDS)
            stream.addEventListener(kind, (event) => {
                const id = Number(event.lastEventId) || 0;
                const stored = kind !== "info" && kind !== "clock" && kind !== "review" ? id : 0;
                const data = JSON.parse(event.data);
                for (const topic of stored ? topicsOf(kind, data) || [] : []) latest.set(topic, Math.max(stored, latest.get(topic) || 0));
                pass(kind, stored, data);
                if (channel) channel.postMessage({ say: "event", kind, id: stored, data });
            });
    };
    /* Who comes late to a topic has missed what was passed on meanwhile. */
    const isLate = (topics) => Object.entries(topics).filter(([topic, after]) => latest.has(topic) && after < latest.get(topic)).map(([topic]) => topic);
    const late = (topics) => {
        for (const topic of topics) for (const fn of [...(listeners.get(topic) || [])]) fn("resync", {}, 0);
    };
    const soon = () => {
        clearTimeout(timer);
        timer = setTimeout(openStream, 30);
    };
    const hold = () => {
        holds = true;
        channel.postMessage({ say: "who" });
        soon();
        setInterval(() => {
            wants.clear();
            channel.postMessage({ say: "who" });
            setTimeout(soon, 2000);
        }, ROLL_MS);
    };

    /* --- all tabs --- */

    const tell = () => {
        if (!shared) return poll();
        if (holds) {
            soon();
            late(isLate(mine()));
        } else channel.postMessage({ say: "want", tab, topics: mine() });
        return undefined;
    };
    if (shared) {
        channel.onmessage = ({ data: words }) => {
            if (words.say === "event") pass(words.kind, words.id, words.data);
            else if (words.say === "late" && words.tab === tab) late(words.topics);
            else if (words.say === "who") channel.postMessage({ say: "want", tab, topics: mine() });
            else if (holds && words.say === "want") {
                wants.set(words.tab, words.topics);
                soon();
                const missed = isLate(words.topics);
                if (missed.length) channel.postMessage({ say: "late", tab: words.tab, topics: missed });
            } else if (holds && words.say === "gone") {
                wants.delete(words.tab);
                soon();
            }
        };
        navigator.locks.request(CHANNEL, () => { hold(); return new Promise(() => {}); });
        addEventListener("pagehide", () => channel.postMessage({ say: "gone", tab }));
    }

    /* --- without these interfaces --- */

    let polling = 0;
    const states = new Map();
    const poll = () => {
        clearTimeout(polling);
        if (!listeners.size) return;
        polling = setTimeout(async () => {
            for (const topic of [...listeners.keys()]) {
                const [kind, id] = [topic.split(":")[0], topic.slice(topic.indexOf(":") + 1)];
                try {
                    const answer = await app.api("GET", { room: `/rooms/${id}`, analysis: `/analyses/${id}`, review: `/reviews/${id}` }[kind]);
                    const state = kind === "room" ? `${answer.room.at} ${answer.room.event}` : JSON.stringify(answer);
                    /* What a listener of a room has already is not news; of others everything is. */
                    const known = states.has(topic) ? states.get(topic) === state : kind === "room" && answer.room.event <= (seen.get(topic) || 0);
                    if (!known) for (const fn of listeners.get(topic) || []) fn({ room: "resync", analysis: "info", review: "review" }[kind], answer, 0);
                    states.set(topic, state);
                } catch {
                    /* the next time */
                }
            }
            poll();
        }, POLL_MS);
    };

    return {
        /* fn(kind, data, id) for a topic; `after`: the event that what one has is true for. Gives back how to end it. */
        listen(topic, fn, after) {
            if (!listeners.has(topic)) listeners.set(topic, new Set());
            listeners.get(topic).add(fn);
            if (after) seen.set(topic, Math.max(after, seen.get(topic) || 0));
            tell();
            return () => {
                const set = listeners.get(topic);
                if (!set) return;
                set.delete(fn);
                if (set.size) return;
                listeners.delete(topic);
                seen.delete(topic);
                tell();
            };
        },
        /* What one has is true for this event: earlier ones are not passed on. */
        know(topic, event) {
            if (event > (seen.get(topic) || 0)) seen.set(topic, event);
        },
        holds: () => holds,
    };
}

export { createEvents };
