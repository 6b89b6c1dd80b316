"""Fitted by tools/fit_swedish_chicago.py, which writes this file."""

# fmt: off
KEEPING = (
    (
        (
            -1.007, -0.669, -0.640, -0.683, -1.547, -0.501, 0.354, 2.399, 0.831, 0.860, 3.062, 2.249, 0.000, 0.000,
            0.000, -0.426, -0.134, 0.400, 2.175, 0.637, -0.360, -0.499, -0.153, -0.882, -0.396, 0.176, 1.668, -0.793,
            -1.204, 1.496, 0.804, 1.851, 0.000,
        ),
        (
            -1.914, -1.845, -1.500, -1.576, -1.407, -0.245, -0.435, 2.644, 0.921, 0.293, 2.876, 2.268, 0.000, 0.000,
            0.555, 0.099, 0.147, 0.496, 2.244, 0.527, -0.301, -0.367, -0.681, -1.001, 0.075, -0.095, 2.385, -0.457,
            -1.016, 0.673, 0.884, 1.623, 0.000,
        ),
    ),
    (
        (
            -1.150, -1.416, -1.445, -1.708, -0.999, -1.108, -0.520, 2.076, 0.934, 0.966, 2.599, 2.453, 0.000, 0.000,
            0.473, -0.383, 0.131, -0.043, 2.199, 1.189, 0.034, -0.415, -0.313, -1.065, 0.309, -0.488, 0.191, -1.134,
            -0.030, -0.416, 0.410, 2.030, 0.545,
        ),
        (
            -2.168, -2.139, -2.316, -2.018, -1.988, -1.819, 0.197, 1.556, 0.544, 1.043, 3.265, 3.215, 0.000, 0.273,
            0.464, 0.320, -0.076, 0.496, 2.418, 0.631, -0.005, -0.367, -0.670, -0.861, -0.564, -0.671, 0.672, -0.864,
            -1.363, -0.056, 0.701, 3.106, 2.616,
        ),
    ),
    (
        (
            -1.935, -2.245, -2.209, -2.114, -1.933, -1.032, -0.200, 1.181, -0.033, 0.318, 1.910, 1.231, 0.718, 0.128,
            0.432, 0.580, -0.640, 0.083, 2.232, 1.024, 0.152, 0.190, -0.156, -0.892, -0.156, -0.064, -0.023, -1.246,
            -0.722, -0.341, 0.247, 1.336, 1.533,
        ),
        (
            -2.450, -2.712, -2.687, -2.765, -2.345, -1.728, -0.534, 1.531, 0.812, 1.588, 1.721, 1.594, 0.598, 0.000,
            0.261, -0.495, 0.697, 0.321, 2.234, 0.671, 0.219, -0.297, -0.770, -1.179, 0.426, 0.058, 0.766, -0.945,
            -0.624, -1.018, 0.395, 1.342, 2.513,
        ),
    ),
)
CHICAGO = (
    (
        0.058, 0.058, 0.058, 0.058, 0.058, 0.058, 0.058, 0.048, 0.038, 0.037, 0.035, 0.035, 0.034, 0.029, 0.021, 0.019,
        0.019, 0.019, 0.008, 0.006, 0.006, 0.006, 0.005, 0.004, 0.004, 0.004, 0.004, 0.004, 0.002, 0.002, 0.001, 0.000,
        0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000,
        0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000,
    ),
    (
        0.962, 0.821, 0.634, 0.517, 0.456, 0.410, 0.358, 0.337, 0.299, 0.299, 0.254, 0.216, 0.213, 0.213, 0.198, 0.179,
        0.179, 0.179, 0.174, 0.146, 0.120, 0.120, 0.120, 0.111, 0.106, 0.101, 0.087, 0.077, 0.077, 0.066, 0.066, 0.041,
        0.025, 0.025, 0.022, 0.006, 0.006, 0.006, 0.006, 0.006, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000,
        0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000,
    ),
)
LAST = (
    (
        0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000,
        0.033, 0.083, 0.089, 0.102, 0.102, 0.113, 0.124, 0.137, 0.182, 0.241, 0.360, 0.501, 0.676,
    ),
    (
        0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.027, 0.125, 0.125, 0.125, 0.133,
        0.133, 0.133, 0.133, 0.152, 0.208, 0.235, 0.314, 0.330, 0.363, 0.453, 0.591, 0.710, 0.850,
    ),
)
RACE = (
    "WMVYUjTuT3SEROQZPkOuO3NFMRLdKqK1JFIUHjGzGEFWEpE6DQClC4BQAnAB9d968X7x7S6_6W685e5J4x4n3w3Q392z5N3m372K1X0u",
    "XBWMVYUiTtT2SCRMQXPhOrO0NCMNLZKlJzJBIPHeGuG9FQEiD_DICdBxBHAgA49Y8y8L7r7N6t6V5z5e5E544A3f3M395h3-3J2T1e0y",
    "Y0XBWNVXUiTsT0SARKQUPeOoNzN8MKLVKiJvJ6IKHZGpG3FJEbDtDACTBoBAAZA09P8m8F7n7F6s6K5-5Z5O4R3t3Z3L5_4D3V2d1l11",
    "YrY1XCWNVXUhTrS_S9RIQSPcOmNwN5MGLSKeJqJ1IFHUGiFyFCESDlD0CKBhB3AV9t9D8h8C7f7G6h6L5v5j4i463n3X6J4R3i2n1s16",
    "ZgYsY1XCWNVXUhTqS-S7RGQQPZOjNuN1MCLNKZJlIxI9HNGbFqF4ELDbCtCDBaB0AN9h988e857g746j6F624-4M3_3j6e4g3v2x1-1B",
    "aVZhYtY2XDWNVXUgTqSzS5REQOPXOhNqM-M8LJKUJfIsI2HFGTFiEyEBDTCnC7BYAuAB9d968X867U766c6O5G4c4D3w6z4v4636261G",
    "bKaXZjYuY3XDWNVWUgTpSxS4RDQMPVOdNnMwM3LDKOJaIlHxH8GLFbEpE3DNCiC2BNAgA49Y8y8W7s7T6y6j5X4q4Q467J584J3H2F1M",
    "c9bMaYZkYvY4XEWNVWUfToSwS2RBQKPROaNjMrL-L8KIJTIeHqH1GFFSEiD-DJChB_BDAcA39R8z8I7t7K735q544f4K7f5N4Y3S2O1T",
    "c-cCbOaaZmYwY5XEWOVWUfTnSuS1R9QGPOOWNeMmLvL3KCJMIYHkGyG8FMEeDxDJCbBnB9Aa9w9R8j8G7i7Q675L4u4Y815e4n3f2Y1d",
    "dpd1cEbRacZnYyY6XFWOVWUeTlStR_R6QDPKORNZMhLqKzK6JHISHfGqG1FIEbDxDCCPBlB6AQ9y9C8k887r6U5g5B4p8Q5w523y2o1m",
    "eedsd4cHbTafZpYzY7XGWOVWUcTkSrRyR3Q9PGOMNUMdLlKuK1JCIOHYGkF-FFEbDrCyCGBfAwAT9h9C8a8B6r5_5U558u6M5S4F321y",
    "fSehdvd3cGbSadZnYxY4XCWKVUUbTiSpRvQ_Q5PBOINRMYLgKpJzJ8IIHSGhFuF9ENDWCpCABPAxA79a8w8Z776F5m5N9N6h5m4W3E24",
    "gEfUekdyd9cMbYajZtZ1Y9XHWPVWUdTjSpRvQ-Q4PBOJNQMXLfKnJyJ4IEHSGdFwF3EADRCmBzBRAeA39N907U6Z665jA47E6K4_3c2P",
    "h1gIfYene0dDcPbbalZvZ1YAXHWPVVUbThSnRsQyP_P6OCNKMRLaKkJpIyI8HMGYFkEkD-DHCSBvB4AV9l9Q7r6y6R61At7w6w5Z422f",
    "hmh2gKfaepe1dEcPbaakZtZ0Y7XFWMVSUYTdSjRpQvPyP2O9NGMOLXKbJjIuI4HJGOFREfDxD4CaBjB6AL9z8R7R6u6SBe8V7T5_4O2-",
    "iahth9gPfheye9dLcXbharZ-Z5YDXKWRVXUZTfSkRrQxQ0P2O5NDMMLPKUJdIpI0H9G8FKEbDiDACKBlA_Ab927-7M6xCR95816T4l3E",
    "jMighyhEgUfje_eCdOcZbjasZ-Z6YDXKWRVWUYTeSkRrQvP_P0O3NBMDLHKPJZInHnGoF_FEEKDkCtCHBWB99X8N7o7MCz9d8V6v543V",
    "k7jSili2hJgafpf3eFdRcbblata0Z7YFXLWSVXUdTfSlRpQvP-O_O6N2M6LDKKJTIYHYGjFwEzEJDTCsC5Bm9_8q8B7jDcAL977Y5a3y",
    "kukEjYiri7hQgfftf7eIdTcebnawa2ZAYHXOWUVZUfThSlRqQqPvO-NvMwM1L8KFJIIEHSGeFhE_E9DcCiCPAa9I8h86EIAl9b7t5x4C",
    "lfk_kKjeixiChUgjfxfAeMdWcgbqaza5ZDYKXQWWVcUhThShRkQoPtOqNoMtLzL6K5J0I9HQGQFlErEHDMD6B89q998VF1BOA98L6G4Y",
    "mMlll5kQjjj0iHhYgmfzfDePdZckbtb0a8ZGYMXSWYVaUdThSfRiQmPfOcNgMmLvKxJvJ2IFHEGYFYF1EBDrBrAS9j91FkB_An8s6m4v",
    "n4mSlplBkVjoj4iKhZgnf_fEeQdbclbvb2aAZGYMXOWTVWUZTXSZRcQaPZOZNZMiLfKdJmJ0H-HHGNFnExEVCWAxA39NGBCUB4967058",
    "nnnBmZlvlFkYjsj6iNhegtg5fHeUdfcpbyb5aCZHYNXPWTVVUZTaScRYQUPXOWNfMdLYKjJvIqIBHDGYFkFGDEBbAk9vGrChBF9K7757",
    "oTntnGmdl-lJkdjvjAiThigyg9fMeYdkcuc1b8aFZKYMXPWRVTUUTVSMRKQOPSObNaMULgKqJoJ8I2HNGLG0DoC4BCAJHLD5Bd9Y755H",
    "p8oZnznMmjm3lPkij-jFiWhph2gGfSefdqczc5bDaJZOYPXSWTVVUWTQSMROQTPbOaNUMbLnKiK7IuI6H3GmEYCjBdAdHuD9Bt9m7Q5X",
    "pnpEofo2nRmom9lTknk5jOihhzhCgPfbendxd3cAbFaLZMYPXRWTVVUOTKSNRRQZPYORNcMmLYKvJdIqHhHPF0D9C9AwIpDyCJAC7u5n",
    "qPptpJoko7nWmumFlbkxkEjXioi2hFgSfeepdxd2c7bCaEZFYHXJWHVCUETHSKRTQQPLONNVMTLiKHJQIGHqFLDaCQBEJgF0DWB78o6M",
    "r2qXp-pQotoJnin4mRlnl6kQjjiziChQgdfoewe1d8cDbFaJZMYQXTWJVLUPTSSaRXQUPZOkNcMwLpKsJXJDGrF4DzCtKmFwETCF9l7N",
    "rgrCqgq8pap0oRnsnFmclylIkbjuj7iLhZglfte_e7d8cDbGaOZSYTXOWRVRUWTfSdRTQVPSOGNeMKLgKJJqHeFdEoDkM1HFFsDbB28Z",
    "sErlrFqlqDpgp6oYnznLmim3lOkhjxjAiOhbgkfte_eAd4cBbIaOZTYOXQWUVUUfTbSMRMQRPCOKMzMaL6KVI3GLFMEYM_IGGhEWCL9j",
    "smsIrprJqqqIpmpDoeo3nSmqmAlTklj-jDiRhWgkfte_e3d6cFbMaSZPYRXWWaVhUZTPSKRLPwP9NgNGL_L5InH4G5F1OcJjIBFVDDAf",
    "tGspsMrtrOqtqOpspIojo8nXmtmClTkkjzjBiPhXggfqeve2d8cGbLaGZMYRXUWcVVUaTSSOQyQ2OgNxMrLgJmHdGfFvP9KZJRGdDzCK",
    "tktJstsQrxrTqzqTpxpPoqoEnbmwmClSkljzjAiMhSgefjeodud1c8b4a8ZIYLXWWYVKUKTYS9RQPZOtNhMyKWIhHBGYQ5LHJxHSEuCo",
    "uMtytXt6sgsCrlrGqlqCpdp3oUnsn9mRljkzkBjPifhpgzgAfLeOdVcRbUabZYYfXkWVVNUSTJSlQqQEOrO8LaJRIKHDRHMLKuIXG0De",
    "uruTu4thtGsqsOrwrRqvqMpppCocnwnEmZlrl5kLjainh_hEgRfbecdWcbbiakZtYtXaWVVSUHThRtRNPyPOMIKSJHINSYNnMQJoHGEt",
    "vKu-uduEtrtRt0sas6rcr5qYpypKoko3nOmjl_lCkUjni_iGhVghfrefdeclbmasZpYiXiWUVQUpTESTR9QhNjLRKZJiUYPRNvLTIlGF",
    "vmvRv5ukuNt-tbt9sjsErjrCqdq0pOono8nTmnm9lTknk1jKibhlgsfpeodrcrbyawZsYoXaWdV-UeU3SjR-PRMrMILBW5QbOrMNJeGy",
    "wAvsvXvBuruUu5thtFsnsIrnrEqcp_pNolo7nTmsmClYkqk8jPiahhggfjeodkcubgaHZ8Y7WnWMV6UUTPSTPcNZMjLUX8RsQJN4K8HT",
    "wfwMw3vlvRv5ukuLtxtRsysTrxrNqpqFphp5oUnunGmdlylHkejpiuhwguf-e-eEd5byakZlYGXZWQVoUPU7R8OaNkMZXoSXQvNaKTI6",
    "wuwcwKw1vjvNv1ueuDtjtCsksArcr2qVpypLoko8nXmumElfk-k7jEiHhGgEfFeWdQcMbGaJYzYHXBWaVHUiRsO-NzMyXkS8QsNIJtI2",
    "xAwvwewMw2vjvNu_ubu9thtDsgs7rbr3qWpzpNopoDndn0mLldkhjoivhyh3f_fIe8d1b-b9ZvZDY8XHW7VoSwPhOSNaXYS0QmMsKPIA",
    "xKx6wrwYwFvwvavCunuLtttPstsKrqrHqhq9pdp4oUntnGmZlokxk3j3i5hGgFfSeSdOcZbUaUZmYXXtWsWATVQqPEO0XZSBQYOCLeJZ",
    "yHy4xsxcxLx3wmwRw3vivIuuuQt-tat8sgsCrkrFqkqApbo-oHnTmZldkdjeiki3h2g0fEeCd7cnbfb4ZwYyW5TbRdQ9aNUvTHQlO8LU",
    "ytyhyVyHy3xpxYxFwwwcwGvvvXv9unuOt-tat8sisErhrAqeq0pHoWnjmol_lEkgjcifhuhAg8fheteDdFc1ZGWPVETZdgYZWFTkR5OW",
    "zEz4yvyiyUyGy0xkxRx9wswYwDvuvZvDusuWu7thtEsksErgr1qMpgowo8nQmjmKlQkfk0jEiGhvgsgFfCd-baYhXZVhhxdcbcYDViTi",
    "zbzSzIz7ywyjyUyEx-xlxVxDwywhwPw7vqvWv8ukuJtqtLsosGrfr0qNphp6oXoEnYmxmQlrkzkgjniwhigjeFbIZvYCkvhDfzc5ZDXj",
    "x1wlwQw4vgvFuouLtvtTt1sZs5rgrBqjqDpgp1oLnYmmlrl3kEjIiPhOgHfIeSd-dTcSbZa5YhXHWzVPU9R_PSMxJsHtWKQCPxK5IrIH",
    "yeyRyCxxxfxKw_wfwLw0vjvOv4umuUuAtstSsysOrjr3qMpip6oWntn9mQlil4ktkkjtj8hvgke-fNeAcnarY0V6QSNvg7ZQZCT0N2Mx",
    "zCz0yoyZyIx_xixPx7wqwYwGvyvhvRv9uquTtztPsks5rQqjq9paowoGnbmtmGm2ltl5kKjHi0gGgffNeGcjZaXESTOvi3aqZQZCT0N2",
    "zvzkzYzMz8yuyeyOy9xuxgxRxBwywkwUwDvtvQuuuHtft4sTrxrMqoq8pYo-oWoJoInJmTlVkXimjOiRgjepb_Z4UvRSmjgOaqZQZCT0",
    "-b-T-K-A-0zqzezSzHz4yuyjyWyKy8xzxjxPw-wUvwvLupuKtqtMsqsHrmrJqtqiqcplosnun5ldl_lfjbhLedbyWuURnckWgOb7ZQZC",
    "_A_5-_-v-n-f-X-O-H-7z_zszjzZzRzIz5yryYy8xgxAwjwBvnvPuzuVu4tftEszszsBrbqaproOohnxmYkZh2epYfVEo6kqkWggb7ZQ",
)
# fmt: on
