#include <acutest.h>

#include <string.h>

#include "engine/base/base64.h"
#include "engine/base/memory.h"
#include "engine/base/sha256.h"

static void check(const char *data, size_t len, const char *hex) {
    unsigned char digest[SHA256_SIZE];
    char buf[2 * SHA256_SIZE + 1];
    text out = text_over(buf, sizeof buf);
    sha256(data, len, digest);
    for (int i = 0; i < SHA256_SIZE; i++) text_format(&out, "%02x", digest[i]);
    TEST_CHECK(strcmp(buf, hex) == 0);
    TEST_MSG("%zu bytes: %s", len, buf);
}

/* The examples of FIPS 180-4, and one for each length of padding. */
static void test_vectors(void) {
    check("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    size_t million = 1000000;
    char *as = mem_alloc(million);
    TEST_ASSERT(as != NULL);
    memset(as, 'a', million);
    check(as, million, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    check(as, 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
    check(as, 56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a");
    check(as, 63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34");
    check(as, 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
    mem_free(as);
}

static void test_source(void) {
    text out = text_growing();
    sha256_put_source(&out, "", 0);
    TEST_CHECK(strcmp(text_string(&out), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=") ==
               0);
    text_done(&out);
}

static void test_base64(void) {
    static const struct {
        const char *bytes, *padded, *url;
    } cases[] = {{"", "", ""},
                 {"f", "Zg==", "Zg"},
                 {"fo", "Zm8=", "Zm8"},
                 {"foo", "Zm9v", "Zm9v"},
                 {"\xfb\xff", "+/8=", "-_8"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text out = text_growing();
        const unsigned char *bytes = (const unsigned char *)cases[i].bytes;
        base64_put(&out, bytes, strlen(cases[i].bytes), BASE64_PADDED);
        TEST_CHECK(strcmp(text_string(&out), cases[i].padded) == 0);
        text_clear(&out);
        base64_put(&out, bytes, strlen(cases[i].bytes), BASE64_URL);
        TEST_CHECK(strcmp(text_string(&out), cases[i].url) == 0);
        text_done(&out);
    }
    TEST_CHECK(base64_url_value('A') == 0 && base64_url_value('_') == 63);
    TEST_CHECK(base64_url_value('+') < 0 && base64_url_value('\0') < 0);
}

TEST_LIST = {
    {"vectors", test_vectors}, {"source", test_source}, {"base64", test_base64}, {NULL, NULL}};
