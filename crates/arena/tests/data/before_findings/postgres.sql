SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public._sqlx_migrations (
    version bigint NOT NULL,
    description text NOT NULL,
    installed_on timestamp with time zone DEFAULT now() NOT NULL,
    success boolean NOT NULL,
    checksum bytea NOT NULL,
    execution_time bigint NOT NULL
);
CREATE TABLE public.accounts (
    id text NOT NULL,
    contest text NOT NULL,
    login text NOT NULL,
    name text NOT NULL,
    password text,
    token text,
    created_at bigint NOT NULL,
    disabled bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.contents (
    hash text NOT NULL,
    size bigint NOT NULL,
    packed bytea NOT NULL
);
CREATE TABLE public.contests (
    id text NOT NULL,
    game text NOT NULL,
    title text NOT NULL,
    seed bigint NOT NULL,
    open bigint NOT NULL,
    created_at bigint NOT NULL,
    starts_at bigint NOT NULL,
    ends_at bigint,
    frozen_at bigint,
    thawed_at bigint,
    finalized_at bigint,
    feedback text DEFAULT 'full'::text NOT NULL
);
CREATE TABLE public.events (
    contest text NOT NULL,
    number bigint NOT NULL,
    at bigint NOT NULL,
    kind text NOT NULL,
    who text NOT NULL,
    subject text NOT NULL,
    detail text NOT NULL
);
CREATE TABLE public.files (
    id bigint NOT NULL,
    submission bigint NOT NULL,
    input bigint NOT NULL,
    content text NOT NULL
);
CREATE SEQUENCE public.files_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.files_id_seq OWNED BY public.files.id;
CREATE TABLE public.inputs (
    contest text NOT NULL,
    number bigint NOT NULL,
    question bigint NOT NULL,
    name text NOT NULL,
    answer text NOT NULL,
    bound bigint NOT NULL,
    content bytea NOT NULL
);
CREATE TABLE public.invites (
    hash text NOT NULL,
    contest text NOT NULL,
    name text NOT NULL,
    uses_left bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.judgings (
    id bigint NOT NULL,
    file bigint NOT NULL,
    round bigint NOT NULL,
    at bigint NOT NULL,
    judge text NOT NULL,
    outcome text NOT NULL,
    points bigint NOT NULL,
    score bigint NOT NULL,
    detail text NOT NULL
);
CREATE SEQUENCE public.judgings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.judgings_id_seq OWNED BY public.judgings.id;
CREATE TABLE public.rejudgings (
    id bigint NOT NULL,
    contest text NOT NULL,
    at bigint NOT NULL,
    who text NOT NULL,
    reason text NOT NULL,
    state text NOT NULL
);
CREATE SEQUENCE public.rejudgings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.rejudgings_id_seq OWNED BY public.rejudgings.id;
CREATE TABLE public.revisions (
    contest text NOT NULL,
    number bigint NOT NULL
);
CREATE TABLE public.sessions (
    hash text NOT NULL,
    account text NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.submissions (
    id bigint NOT NULL,
    contest text NOT NULL,
    team text NOT NULL,
    at bigint NOT NULL,
    origin text NOT NULL,
    label text NOT NULL,
    retry_key text,
    ignored bigint DEFAULT 0 NOT NULL
);
CREATE SEQUENCE public.submissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.submissions_id_seq OWNED BY public.submissions.id;
ALTER TABLE ONLY public.files ALTER COLUMN id SET DEFAULT nextval('public.files_id_seq'::regclass);
ALTER TABLE ONLY public.judgings ALTER COLUMN id SET DEFAULT nextval('public.judgings_id_seq'::regclass);
ALTER TABLE ONLY public.rejudgings ALTER COLUMN id SET DEFAULT nextval('public.rejudgings_id_seq'::regclass);
ALTER TABLE ONLY public.submissions ALTER COLUMN id SET DEFAULT nextval('public.submissions_id_seq'::regclass);
INSERT INTO public._sqlx_migrations VALUES (1, 'start', '2026-11-16 21:31:13.247451+00', true, '\xb5f69b035b1c13515c7c909488b31be046805a87fbb59bdba94856843f456167a5ce0fd50f04980587f0547901caa7f0', 196284543);
INSERT INTO public._sqlx_migrations VALUES (2, 'feedback', '2026-11-16 21:31:13.448506+00', true, '\x5cb5431c5eb9b081384c7e3c5a9e130a05a6be050e317479c08396043996ad4aecdfa682d9241f5cac9d02e170548781', 1325350);
INSERT INTO public.accounts VALUES ('8ebd8fc6eb05bab1', '', 'jury', 'jury', NULL, '83cebe371777a102d483fe6f12d596bfdc7fa0baf9399de54931305f2b234a43', 1794864673465, 0);
INSERT INTO public.accounts VALUES ('efb9d5a8362693be', 'finals', 'ada', 'Ada', '$argon2id$v=19$m=19456,t=2,p=1$z+k1XFw24OqEKG13K67cuA$mhI1jy719wKlWI/Bs/6EHWWxKv7Dgy8TNiq63j7v4cM', 'f2eb6c0fbad98f32bb7fb38d274a4a30b3c678ebdda5cb83e131e38d1634362f', 1794864674301, 0);
INSERT INTO public.accounts VALUES ('75f432bbfc404b88', 'finals', 'bob', 'the results are final', '$argon2id$v=19$m=19456,t=2,p=1$ZKaFD6lhN21OmQaystIp3w$irlCBVoZQzqVUQj6pXjJjBugdrZRIQo88jdZFY/rmn8', 'a232adb3e3ef4f6ba2394335ee06f6b1d879f37c5cc1425f54c5217224fcb287', 1794864674301, 0);
INSERT INTO public.accounts VALUES ('97737649f033205c', 'finals', 'eve', 'Eve', '$argon2id$v=19$m=19456,t=2,p=1$sjrsDnG12tbfGFhoK35ygA$9jDVR30wfZdcywzu291RPQ4Wyn3asEe+8pahvQvz+mI', '62c0e6c24ae73cc9db68d04a35dea14cf8cb65c3afeda8bfba77cfa0dc26b694', 1794864674301, 0);
INSERT INTO public.accounts VALUES ('e28418e3bbd689a3', 'wells', 'ada', 'Ada', '$argon2id$v=19$m=19456,t=2,p=1$yy5yF9k5aPRiDPs0zGRwlQ$zWlY+s2phl+Mtgjjtabu4OT+dB/yaUXteDaf9kaDb5g', 'e66dc3358da858fc3e424a9fa988a36ae0dad3b340a13c8ace6e5525981d0162', 1794864674753, 0);
INSERT INTO public.accounts VALUES ('872e74152c75bb2f', 'wells', 'bob', 'the results are final', '$argon2id$v=19$m=19456,t=2,p=1$ZiyI/env5Ioup2cpAlvwfw$TF7bUtgAitOdGK63AVuyx9vHmREO2LzmLSc0pglAokg', 'd63b35c39d7d173bb57a0ee19e3d276ff536444f7a3b69803ce125e8c213bdc3', 1794864674753, 0);
INSERT INTO public.accounts VALUES ('9e1805738f8510fc', 'wells', 'eve', 'Eve', '$argon2id$v=19$m=19456,t=2,p=1$iH7lh0vHHxCXvX59qCrZbA$92KYbW4JtSLZU9gIZwDIpbdOoLHsmJdojlEzrq+LS6o', '55c6601dee14efd7a2950a00285201e2f068dccb2b36693d11685ea03f6f146a', 1794864674753, 0);
INSERT INTO public.contents VALUES ('56ca919c8af255ea8f5f85f5ef6f207e64e52180245f3c972c19ba8e3f0a0bca', 25, '\x1f8b08000000000004ff33373237b530e13255305030e03255305130e03251b05030e002009371324d19000000');
INSERT INTO public.contents VALUES ('75f6d7c51dafcad502b82223ffea7bd9bcc4c8337d407a63ed178f84396e0b3e', 47, '\x1f8b08000000000004ff3337323435b0e032e132e532e632e732e132e332e332e232e73205f38cb90cb94cc03c632e232e432e00352d4e6b2f000000');
INSERT INTO public.contents VALUES ('8672e8746641ac668813ad9be7cece1f6998794ffb7061b2dfa615ef6ad7a5c5', 312, '\x1f8b08000000000004ff323232d20301533d3d3d2e3d3d30c7d4d4c404c431343434d403b1411c133d3d3d3333338832c04cc03c903e2e3d3d3d133d63737318c7d81889a3a7676c6c0c93d1d33386d806d2031204db06e3804c30c2e498e9e919eae919816540b61beae9e91982954164a01c737313848cb939d87d2065a67a7a262626208f70e9999aea81c5f5cccdb9f44c8d8d417e30350571f4f48c4d4cf4cccd4d4d413ed533360571f4c01c63535390174032c6c6c6a67a20df98eae97101000eef486638010000');
INSERT INTO public.contents VALUES ('f718963c4e4c402a9716106b60da82f1d53f5bb2198ccf369410aa1e3efcc5cb', 498, '\x1f8b08000000000004ff3254b050b05430e03253303455305630e63206314c158cb88c158c8c144c150cb9cc100c430b0543430523881048b59182b182a18182119711489bb1821197a1822544c444c150c154c1002403d665cc65a86008963306e957b0503004899881541b7099281881458c406a8c14404acc150c15409acc144c140c404a412682f4982b8014e821012e3d3d131313a800979e89090881b95c60d2444f0f240b1884a36706968571cc4052300e583594636404e271e9999bebe9e981d97a608eb93998630c5606963436867040ea41182c03b6444f4f0fcc3131d1031b07e6e81981d97a5c8620c5467a4660171882784666209fe871191a1a1beb99998178208e9e3148250873e9192271c02ac004c81e339002106102b114c4051907b114cae3020083a0b0c9f2010000');
INSERT INTO public.contents VALUES ('fbdc6f14a96e261df2ece54a2d24e926035bd28daaa2e155a7d4c4c909df9a68', 317, '\x1f8b08000000000004ffd243025c486cbd510e607ae030303181848a1997a9a98989999e9e9ea9a9991997a5a581011700c99f069e3d010000');
INSERT INTO public.contents VALUES ('39141f668935ab67bbb5184358a0dd902086173579a87efb2d17b920b32501d1', 31, '\x1f8b08000000000004ffcbcbcf2b4ecd2b4eb552c8c9cc4b5530d75148ad28484d2e494d5148a848e00200e748921e1f000000');
INSERT INTO public.contents VALUES ('47aae413d8cfb4e6b4b410e3cbe9cd4df3daa435ce34f7604612a7add115a644', 14, '\x1f8b08000000000004ff33373237b530e13255d0355430e0020067dadf530e000000');
INSERT INTO public.contents VALUES ('a1fb50e6c86fae1679ef3351296fd6713411a08cf8dd1790a4fd05fae8688164', 3, '\x1f8b08000000000004ff3334e20200daeb4dd703000000');
INSERT INTO public.contents VALUES ('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 0, '\x1f8b08000000000004ff03000000000000000000');
INSERT INTO public.contents VALUES ('792751f2df5f539175969e894a89d8b7b958a0bd7e39ac0080c38b25ed5acb57', 322, '\x1f8b08000000000004ffd243025c486cbd510e607ae030303181848a1997a9a98989999e9e9ea9a9991997a5a58101576e7e512a170008c9868142010000');
INSERT INTO public.contents VALUES ('8040f207e16c48604ac16934aeb9d7882c3eeb5eb7346adac48d24172dbec358', 503, '\x1f8b08000000000004ff3254b050b05430e03253303455305630e63206314c158cb88c158c8c144c150cb9cc100c430b0543430523881048b59182b182a18182119711489bb1821197a1822544c444c150c154c1002403d665cc65a86008963306e957b0503004899881541b7099281881458c406a8c14404acc150c15409acc144c140c404a412682f4982b8014e821012e3d3d131313a800979e89090881b95c60d2444f0f240be100a66706968571cc4052300e583594636404e271e9999bebe9e981d97a608eb93998630c5606963436867040ea41182c03b6444f4f0fcc3131d1031b07e6e81981d97a5c8620c5467a4660171882784666209fe871191a1a1beb99998178208e9e3148250873e9192271c02ac004c81e339002106102b114c4051907b114cae3cacd2f4ae502002628a40ff7010000');
INSERT INTO public.contents VALUES ('8659968e7f69bfb510a7f34b2f6dfe9f1cf3b697658660189df4eae9d878270a', 19, '\x1f8b08000000000004ff33373237b530e13255305030e032039300046755ef13000000');
INSERT INTO public.contents VALUES ('bff57880ff6f45f8c96d53db5a72af37d0f93eb460d6d8eee7b93aeed3aef829', 52, '\x1f8b08000000000004ff3337323435b0e032e132e532e632e732e132e332e332e232e73205f38cb90cb94cc03c632e232e43aedcfca2542e00c53b7bac34000000');
INSERT INTO public.contents VALUES ('cfa0bbace5400c635bf8bd2f884412ef5ce0a094a8b911a99f497570ca7c8e4a', 317, '\x1f8b08000000000004ff323232d20301533d3d3d2e3d3d30c7d4d4c404c431343434d403b1411c133d3d3d333333883213300f30903e2e3d3d3d133d63737318c7d81889a3a7676c6c0c93d1d33386d806d2031204db06e3804c30c2e498e9e919eae919816540b61beae9e91982954164a01c737313848cb939d87d2065a67a7a262626208f70e9999aea81c5f5cccdb9f44c8d8d417e30350571f4f48c4d4cf4cccd4d4d413ed533360571f4c01c63535390174032c6c6c6a67a20df98eae971e5e617a57201002096ed173d010000');
INSERT INTO public.contents VALUES ('20548d0ad3bca57a7e3a6b8af58c6a865cef7c30abd3a227e86085079eace8e3', 25, '\x1f8b08000000000004ff33373237b530e13255305030e0ca48cdc9c95728cf2fca49e102003ccdc63d19000000');
INSERT INTO public.contents VALUES ('425ba92c1b75ebbe2642477f25146ed43c4848b783147c9e071fec0eac2ab400', 127, '\x1f8b08000000000004ff33373237b530e1325530503080922660b639126908669b81498838443d840d1187e83206ab3102931011081b593d4404a21200e76f20d17f000000');
INSERT INTO public.contents VALUES ('49bbaa4b45cbc1ca47c6cc07575440f3fd64194ab537ab46f0aecc12acb77ae1', 19, '\x1f8b08000000000004ff33373237b530e132553050300093e65c006d83802613000000');
INSERT INTO public.contents VALUES ('990628fb6e1dd12a62777e714bae8ae4e401b07c9e575ea85f53808faf8ce13b', 17, '\x1f8b08000000000004ff4bd05148ad28484d2e494d514838bc92811100d24b374411000000');
INSERT INTO public.contents VALUES ('96cf1d268238b7bb88158169f80d79e0dee1cdb60ed8de2bb7b2393810bcf802', 80, '\x1f8b08000000000004ff335630e7325430e5325030e03250b0e0325630e5325430e2325430048b41d8e660b68182119781822597a182099781024c0ca41fc437e4325430e60200d2471cee50000000');
INSERT INTO public.contents VALUES ('74c92a13ec223e6743c11c9294160a4e250ee0dbb5d8696cb49a5e6804a4d3af', 4, '\x1f8b08000000000004ff3350b0e40200f905730704000000');
INSERT INTO public.contents VALUES ('3343cb1769a8e2b4f1439e5a4a59d7e90472747eeb1327837561c242ba097968', 8, '\x1f8b08000000000004ff335030e0325730e0020091f3ba0b08000000');
INSERT INTO public.contents VALUES ('116a763fc563bc7329799349952cb77d1403468f97580a48b56c275cc1b5b57c', 160, '\x1f8b08000000000004ff335030e01acc1800f2b39234a0000000');
INSERT INTO public.contents VALUES ('0ccdb5a77ba5bf7687f2565a8ed97dfb9c1af45503c496fb646312239fab5101', 4, '\x1f8b08000000000004ff335030e00200b0beb1d604000000');
INSERT INTO public.contents VALUES ('098e208ad140002a72a2a438275db29eccbb5e8801053f0d51ba5a6f33fd979d', 8, '\x1f8b08000000000004ff335000c10a2e008039bc2508000000');
INSERT INTO public.contents VALUES ('4a31f3538925bbcbda013611e7e88a16a04e1c6b4247892ef7b91168949d83f0', 5, '\x1f8b08000000000004ff335030503000003b11075005000000');
INSERT INTO public.contests VALUES ('finals', 'demon', 'Finals', 7, 0, 1794864673675, 1794864673675, NULL, NULL, NULL, NULL, 'full');
INSERT INTO public.contests VALUES ('wells', 'well', 'Wells', 7, 0, 1794864673812, 1794864673812, NULL, NULL, NULL, NULL, 'position');
INSERT INTO public.events VALUES ('', 1, 1794864673465, 'organiser', 'command line', '8ebd8fc6eb05bab1', '{"login":"jury","name":"jury"}');
INSERT INTO public.events VALUES ('finals', 1, 1794864673675, 'contest', 'command line', 'finals', '{"game":"demon","title":"Finals","inputs":5}');
INSERT INTO public.events VALUES ('wells', 1, 1794864673812, 'contest', 'command line', 'wells', '{"game":"well","title":"Wells","inputs":1}');
INSERT INTO public.events VALUES ('finals', 2, 1794864674301, 'team', 'command line', 'efb9d5a8362693be', '{"login":"ada","name":"Ada"}');
INSERT INTO public.events VALUES ('finals', 3, 1794864674301, 'team', 'command line', '75f432bbfc404b88', '{"login":"bob","name":"the results are final"}');
INSERT INTO public.events VALUES ('finals', 4, 1794864674301, 'team', 'command line', '97737649f033205c', '{"login":"eve","name":"Eve"}');
INSERT INTO public.events VALUES ('wells', 2, 1794864674753, 'team', 'command line', 'e28418e3bbd689a3', '{"login":"ada","name":"Ada"}');
INSERT INTO public.events VALUES ('wells', 3, 1794864674753, 'team', 'command line', '872e74152c75bb2f', '{"login":"bob","name":"the results are final"}');
INSERT INTO public.events VALUES ('wells', 4, 1794864674753, 'team', 'command line', '9e1805738f8510fc', '{"login":"eve","name":"Eve"}');
INSERT INTO public.events VALUES ('finals', 5, 1794864675105, 'submission', 'efb9d5a8362693be', '1', '{"files":5,"origin":"api"}');
INSERT INTO public.events VALUES ('finals', 6, 1794864675153, 'submission', '75f432bbfc404b88', '2', '{"files":5,"origin":"api"}');
INSERT INTO public.events VALUES ('finals', 7, 1794864675170, 'submission', '75f432bbfc404b88', '3', '{"files":5,"origin":"api"}');
INSERT INTO public.events VALUES ('finals', 8, 1794864675179, 'submission', '97737649f033205c', '4', '{"files":5,"origin":"api"}');
INSERT INTO public.events VALUES ('finals', 9, 1794864675225, 'submission', '97737649f033205c', '5', '{"files":1,"origin":"api"}');
INSERT INTO public.events VALUES ('finals', 10, 1794864675244, 'submission', '97737649f033205c', '6', '{"files":1,"origin":"api"}');
INSERT INTO public.events VALUES ('finals', 11, 1794864675289, 'submission', 'efb9d5a8362693be', '7', '{"files":1,"origin":"api"}');
INSERT INTO public.events VALUES ('finals', 12, 1794864675357, 'submission', 'efb9d5a8362693be', '8', '{"files":1,"origin":"api"}');
INSERT INTO public.events VALUES ('finals', 13, 1794864675389, 'submission', '75f432bbfc404b88', '9', '{"files":2,"origin":"api"}');
INSERT INTO public.events VALUES ('wells', 5, 1794864675468, 'submission', 'e28418e3bbd689a3', '10', '{"files":1,"origin":"api"}');
INSERT INTO public.events VALUES ('wells', 6, 1794864675500, 'submission', '872e74152c75bb2f', '11', '{"files":1,"origin":"api"}');
INSERT INTO public.events VALUES ('wells', 7, 1794864675532, 'submission', '872e74152c75bb2f', '12', '{"files":1,"origin":"api"}');
INSERT INTO public.events VALUES ('wells', 8, 1794864675557, 'submission', '872e74152c75bb2f', '13', '{"files":1,"origin":"api"}');
INSERT INTO public.events VALUES ('wells', 9, 1794864675596, 'submission', '9e1805738f8510fc', '14', '{"files":1,"origin":"api"}');
INSERT INTO public.events VALUES ('wells', 10, 1794864675643, 'submission', '9e1805738f8510fc', '15', '{"files":1,"origin":"api"}');
INSERT INTO public.events VALUES ('wells', 11, 1794864675679, 'submission', '9e1805738f8510fc', '16', '{"files":1,"origin":"api"}');
INSERT INTO public.events VALUES ('finals', 14, 1794864675744, 'rejudging', '8ebd8fc6eb05bab1', '1', '{"files":26,"reason":"again"}');
INSERT INTO public.events VALUES ('finals', 15, 1794864675804, 'rejudging-applied', '8ebd8fc6eb05bab1', '1', '{}');
INSERT INTO public.files VALUES (1, 1, 1, '75f6d7c51dafcad502b82223ffea7bd9bcc4c8337d407a63ed178f84396e0b3e');
INSERT INTO public.files VALUES (2, 1, 2, 'f718963c4e4c402a9716106b60da82f1d53f5bb2198ccf369410aa1e3efcc5cb');
INSERT INTO public.files VALUES (3, 1, 3, '8672e8746641ac668813ad9be7cece1f6998794ffb7061b2dfa615ef6ad7a5c5');
INSERT INTO public.files VALUES (4, 1, 4, 'fbdc6f14a96e261df2ece54a2d24e926035bd28daaa2e155a7d4c4c909df9a68');
INSERT INTO public.files VALUES (5, 1, 5, '56ca919c8af255ea8f5f85f5ef6f207e64e52180245f3c972c19ba8e3f0a0bca');
INSERT INTO public.files VALUES (6, 2, 1, '39141f668935ab67bbb5184358a0dd902086173579a87efb2d17b920b32501d1');
INSERT INTO public.files VALUES (7, 2, 2, '39141f668935ab67bbb5184358a0dd902086173579a87efb2d17b920b32501d1');
INSERT INTO public.files VALUES (8, 2, 3, '39141f668935ab67bbb5184358a0dd902086173579a87efb2d17b920b32501d1');
INSERT INTO public.files VALUES (9, 2, 4, '39141f668935ab67bbb5184358a0dd902086173579a87efb2d17b920b32501d1');
INSERT INTO public.files VALUES (10, 2, 5, '47aae413d8cfb4e6b4b410e3cbe9cd4df3daa435ce34f7604612a7add115a644');
INSERT INTO public.files VALUES (11, 3, 1, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
INSERT INTO public.files VALUES (12, 3, 2, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
INSERT INTO public.files VALUES (13, 3, 3, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
INSERT INTO public.files VALUES (14, 3, 4, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
INSERT INTO public.files VALUES (15, 3, 5, 'a1fb50e6c86fae1679ef3351296fd6713411a08cf8dd1790a4fd05fae8688164');
INSERT INTO public.files VALUES (16, 4, 1, 'bff57880ff6f45f8c96d53db5a72af37d0f93eb460d6d8eee7b93aeed3aef829');
INSERT INTO public.files VALUES (17, 4, 2, '8040f207e16c48604ac16934aeb9d7882c3eeb5eb7346adac48d24172dbec358');
INSERT INTO public.files VALUES (18, 4, 3, 'cfa0bbace5400c635bf8bd2f884412ef5ce0a094a8b911a99f497570ca7c8e4a');
INSERT INTO public.files VALUES (19, 4, 4, '792751f2df5f539175969e894a89d8b7b958a0bd7e39ac0080c38b25ed5acb57');
INSERT INTO public.files VALUES (20, 4, 5, '8659968e7f69bfb510a7f34b2f6dfe9f1cf3b697658660189df4eae9d878270a');
INSERT INTO public.files VALUES (21, 5, 5, '20548d0ad3bca57a7e3a6b8af58c6a865cef7c30abd3a227e86085079eace8e3');
INSERT INTO public.files VALUES (22, 6, 5, '425ba92c1b75ebbe2642477f25146ed43c4848b783147c9e071fec0eac2ab400');
INSERT INTO public.files VALUES (23, 7, 5, '49bbaa4b45cbc1ca47c6cc07575440f3fd64194ab537ab46f0aecc12acb77ae1');
INSERT INTO public.files VALUES (24, 8, 1, '990628fb6e1dd12a62777e714bae8ae4e401b07c9e575ea85f53808faf8ce13b');
INSERT INTO public.files VALUES (25, 9, 5, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
INSERT INTO public.files VALUES (26, 9, 1, '75f6d7c51dafcad502b82223ffea7bd9bcc4c8337d407a63ed178f84396e0b3e');
INSERT INTO public.files VALUES (27, 10, 1, '96cf1d268238b7bb88158169f80d79e0dee1cdb60ed8de2bb7b2393810bcf802');
INSERT INTO public.files VALUES (28, 11, 1, '74c92a13ec223e6743c11c9294160a4e250ee0dbb5d8696cb49a5e6804a4d3af');
INSERT INTO public.files VALUES (29, 12, 1, '3343cb1769a8e2b4f1439e5a4a59d7e90472747eeb1327837561c242ba097968');
INSERT INTO public.files VALUES (30, 13, 1, '116a763fc563bc7329799349952cb77d1403468f97580a48b56c275cc1b5b57c');
INSERT INTO public.files VALUES (31, 14, 1, '0ccdb5a77ba5bf7687f2565a8ed97dfb9c1af45503c496fb646312239fab5101');
INSERT INTO public.files VALUES (32, 15, 1, '098e208ad140002a72a2a438275db29eccbb5e8801053f0d51ba5a6f33fd979d');
INSERT INTO public.files VALUES (33, 16, 1, '4a31f3538925bbcbda013611e7e88a16a04e1c6b4247892ef7b91168949d83f0');
INSERT INTO public.inputs VALUES ('finals', 1, 1, 'q1-input-1', 'q1-output-1', 0, '\x3732313530380a');
INSERT INTO public.inputs VALUES ('finals', 2, 2, 'q2-input-1', 'q2-output-1', 0, '\x3420323120313020330a33203137203220310a312038203920300a342033203820330a36203230203020300a36203135203320330a342031203120320a32203134203520330a33203135203520320a33203232203520310a36203232203520310a3620313820313120320a372038203120310a36203232203320330a362034203620330a36203136203520320a34203132203420320a32203320313020320a342031203420330a32203135203320320a31203136203120310a36203230203520300a372039203420310a31203920313020320a342031203520300a3220313820313120330a3120313920313020330a362032203820310a3120313620313020300a332039203920320a32203133203720330a342032203820310a32203139203220330a362037203120330a312036203420300a34203135203920330a31203134203120310a31203135203020330a322037203620330a312037203220330a');
INSERT INTO public.inputs VALUES ('finals', 3, 3, 'q3-input-1', 'q3-output-1', 0, '\x35203320330a33203020320a33203520300a35203920330a34203420330a34203420320a37203720310a35203820320a34203620330a37203420320a3720313020320a31203720310a31203820320a3120313120330a33203220310a37203720310a35203120310a32203620300a36203320310a3220313020310a33203520300a33203320320a37203620330a34203220330a36203620300a34203820300a31203220320a32203020300a35203720330a');
INSERT INTO public.inputs VALUES ('finals', 4, 4, 'q4-input-1', 'q4-output-1', 0, '\x3638323736310a36203020320a35203220300a33203020300a36203520320a31203820300a33203920320a32203020320a33203820300a34203620310a32203320300a35203420310a31203720300a36203220300a35203520300a3620313020310a37203820300a33203120300a37203220300a33203420300a35203020310a31203020310a3520313020310a35203720310a37203120300a36203920330a3220313020310a34203620300a34203420300a31203720300a35203020300a33203320330a37203420300a33203620300a34203920300a32203020300a33203920300a33203620320a36203320320a33203520320a33203320300a35203720300a3720313020300a36203520310a35203620300a31203020310a34203120300a31203120310a36203320300a34203420300a3220313020310a34203720310a32203920330a32203220330a33203020300a33203420300a32203920310a3120313120310a36203020320a32203320330a34203420310a33203820330a35203920310a35203020310a32203620310a34203520310a32203620300a34203220310a32203320310a36203920330a3420313020310a31203020310a37203520300a34203120310a3120313120310a37203720300a36203220310a31203420300a33203220300a32203620300a36203920330a34203020310a33203520300a35203020300a37203320300a3120313020310a34203420310a37203820300a32203020300a3120313120310a31203320310a37203620300a32203020320a35203720300a36203420310a32203920310a35203620310a3620313020310a32203820310a31203020310a33203120330a34203720310a33203120310a34203320310a37203520300a32203220300a34203020310a32203820320a3720313020300a33203220320a34203520310a3720313020300a31203620300a31203920310a35203720310a35203420300a34203620300a34203020310a35203920300a36203220310a31203220310a37203520300a35203620300a3120313120310a35203720300a36203020310a35203020310a36203320310a33203620300a33203920310a3720313020300a36203420310a31203020310a35203420310a34203220310a35203420310a35203420310a32203120300a34203820310a33203620330a32203120320a35203720310a36203920330a3420313020310a37203220300a33203020330a35203320310a35203320310a3620313020310a34203620300a36203820310a36203620330a31203520310a37203120300a32203020320a32203720310a32203120310a34203920310a35203320310a35203320310a37203620300a32203220330a33203020330a3420313020310a35203520300a3620313020310a34203020310a34203020310a3120313120310a34203720310a36203820300a32203520310a37203720300a32203320300a37203920300a32203220330a35203920310a36203620320a33203020310a34203420300a35203720300a34203320310a35203420300a33203020320a37203020300a32203920320a3720313020300a31203220300a31203620300a32203620320a35203320310a35203520310a31203720300a37203020300a3620313020310a32203720320a31203220310a33203320300a37203020300a36203820320a36203320320a31203020300a35203520300a36203720300a3720313020300a35203020300a3720313020300a33203720320a31203320300a34203720300a31203220300a3720313020300a36203520300a37203320300a31203020310a32203120310a32203120330a32203320300a34203820300a3620313020310a37203620300a36203720300a36203020330a32203420320a37203520300a31203720300a3720313020300a32203320330a31203220310a34203020310a34203020310a33203720320a37203320300a35203120300a32203520320a32203620300a33203920320a31203420300a34203920300a36203720300a35203220300a34203520300a35203320300a33203020330a31203820300a34203120300a3720313020300a31203520300a33203120300a33203020300a34203820310a33203920320a3520313020310a31203420300a36203420320a36203620300a37203320300a35203420300a33203020320a37203020300a36203720320a37203620300a35203920310a34203220310a32203620300a3620313020310a31203920310a33203020330a36203320300a37203120300a37203320300a32203020320a3520313020310a35203520310a34203920300a35203520310a35203220300a36203720310a34203020310a37203420300a3720313020300a36203720320a33203620310a32203720300a37203220300a34203020310a36203420320a34203020310a33203220320a35203520300a36203820320a35203620300a3620313020310a32203820320a35203820300a3620313020310a37203220300a33203520300a35203020300a36203320310a34203220300a');
INSERT INTO public.inputs VALUES ('finals', 5, 5, 'q5-input-1', 'q5-output-1', 740100, '\x3732373538340a');
INSERT INTO public.inputs VALUES ('wells', 1, 1, 'Tetris-1.in', 'Tetris-1.out', 20, '\x32300a3620352034203520332032203720372037203220372034203120322037203620372033203320370a');
INSERT INTO public.judgings VALUES (1, 1, 0, 1794864675105, 'laplace-judge 0.1.0', 'right', 10000, 0, '');
INSERT INTO public.judgings VALUES (2, 2, 0, 1794864675105, 'laplace-judge 0.1.0', 'right', 10000, 0, '');
INSERT INTO public.judgings VALUES (3, 3, 0, 1794864675105, 'laplace-judge 0.1.0', 'right', 10000, 0, '');
INSERT INTO public.judgings VALUES (4, 4, 0, 1794864675105, 'laplace-judge 0.1.0', 'right', 10000, 9900, '');
INSERT INTO public.judgings VALUES (5, 5, 0, 1794864675105, 'laplace-judge 0.1.0', 'played', 0, 0, 'line 4: no more moves');
INSERT INTO public.judgings VALUES (6, 6, 0, 1794864675153, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found `nonsense: line 7, expected `x``, expected `721508`');
INSERT INTO public.judgings VALUES (7, 7, 0, 1794864675153, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found `nonsense: line 7, expected `x``, expected `1 8 9 0`');
INSERT INTO public.judgings VALUES (8, 8, 0, 1794864675153, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found `nonsense: line 7, expected `x``, expected `222.....5...`');
INSERT INTO public.judgings VALUES (9, 9, 0, 1794864675153, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found `nonsense: line 7, expected `x``, expected `............`');
INSERT INTO public.judgings VALUES (10, 10, 0, 1794864675153, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 2: no legal move: piece 5 turned 0 times does not fit at column -1');
INSERT INTO public.judgings VALUES (11, 11, 0, 1794864675170, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found the end of the file, expected `721508`');
INSERT INTO public.judgings VALUES (12, 12, 0, 1794864675170, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found the end of the file, expected `1 8 9 0`');
INSERT INTO public.judgings VALUES (13, 13, 0, 1794864675170, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found the end of the file, expected `222.....5...`');
INSERT INTO public.judgings VALUES (14, 14, 0, 1794864675170, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found the end of the file, expected `............`');
INSERT INTO public.judgings VALUES (15, 15, 0, 1794864675170, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found `12`, expected `727584`');
INSERT INTO public.judgings VALUES (16, 16, 0, 1794864675179, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 22: found `more`, expected the end of the file');
INSERT INTO public.judgings VALUES (17, 17, 0, 1794864675179, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 46: found `more`, expected the end of the file');
INSERT INTO public.judgings VALUES (18, 18, 0, 1794864675179, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 25: found `more`, expected the end of the file');
INSERT INTO public.judgings VALUES (19, 19, 0, 1794864675179, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 26: found `more`, expected the end of the file');
INSERT INTO public.judgings VALUES (20, 20, 0, 1794864675179, 'laplace-judge 0.1.0', 'played', 0, 0, 'line 3: the piece is 5, found 6');
INSERT INTO public.judgings VALUES (21, 21, 0, 1794864675225, 'laplace-judge 0.1.0', 'played', 0, 0, 'line 3: found `hello world`, expected three integers `P C R`: piece, column, turns');
INSERT INTO public.judgings VALUES (22, 22, 0, 1794864675244, 'laplace-judge 0.1.0', 'played', 0, 0, 'line 13: a block stands on line 3; lines 0 to 3 must be empty before each piece');
INSERT INTO public.judgings VALUES (23, 23, 0, 1794864675289, 'laplace-judge 0.1.0', 'played', 0, 0, 'line 3: piece 5 turned 7 times does not fit at column 0');
INSERT INTO public.judgings VALUES (24, 24, 0, 1794864675357, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found ``, expected `é\0\u{1}`, expected `721508`');
INSERT INTO public.judgings VALUES (25, 25, 0, 1794864675389, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found the end of the file, expected `727584`');
INSERT INTO public.judgings VALUES (26, 26, 0, 1794864675389, 'laplace-judge 0.1.0', 'right', 10000, 0, '');
INSERT INTO public.judgings VALUES (27, 27, 0, 1794864675468, 'laplace-judge 0.1.0', 'played', 1000, 20, 'every figure was placed');
INSERT INTO public.judgings VALUES (28, 28, 0, 1794864675500, 'laplace-judge 0.1.0', 'played', 0, 0, 'figure 1: kind 6, rotation 0, column 9, line 1: outside the well on the right');
INSERT INTO public.judgings VALUES (29, 29, 0, 1794864675532, 'laplace-judge 0.1.0', 'played', 100, 1, 'figure 2: kind 5, rotation 7, column 0, line 2: the rotation should be 0 to 3');
INSERT INTO public.judgings VALUES (30, 30, 0, 1794864675557, 'laplace-judge 0.1.0', 'played', 400, 8, 'figure 9: sticking out above the well');
INSERT INTO public.judgings VALUES (31, 31, 0, 1794864675596, 'laplace-judge 0.1.0', 'played', 100, 1, 'the answer ends before figure 2');
INSERT INTO public.judgings VALUES (32, 32, 0, 1794864675643, 'laplace-judge 0.1.0', 'played', 100, 1, 'figure 2: line 1: found `x`, expected a column after the rotation');
INSERT INTO public.judgings VALUES (33, 33, 0, 1794864675679, 'laplace-judge 0.1.0', 'played', 100, 1, 'figure 2: line 1: found the end of the file, expected a column after the rotation');
INSERT INTO public.judgings VALUES (34, 1, 1, 1794864675744, 'laplace-judge 0.1.0', 'right', 10000, 0, '');
INSERT INTO public.judgings VALUES (35, 6, 1, 1794864675744, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found `nonsense: line 7, expected `x``, expected `721508`');
INSERT INTO public.judgings VALUES (36, 11, 1, 1794864675744, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found the end of the file, expected `721508`');
INSERT INTO public.judgings VALUES (37, 16, 1, 1794864675744, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 22: found `more`, expected the end of the file');
INSERT INTO public.judgings VALUES (38, 24, 1, 1794864675744, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found ``, expected `é\0\u{1}`, expected `721508`');
INSERT INTO public.judgings VALUES (39, 26, 1, 1794864675744, 'laplace-judge 0.1.0', 'right', 10000, 0, '');
INSERT INTO public.judgings VALUES (40, 2, 1, 1794864675744, 'laplace-judge 0.1.0', 'right', 10000, 0, '');
INSERT INTO public.judgings VALUES (41, 7, 1, 1794864675744, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found `nonsense: line 7, expected `x``, expected `1 8 9 0`');
INSERT INTO public.judgings VALUES (42, 12, 1, 1794864675744, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found the end of the file, expected `1 8 9 0`');
INSERT INTO public.judgings VALUES (43, 17, 1, 1794864675744, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 46: found `more`, expected the end of the file');
INSERT INTO public.judgings VALUES (44, 3, 1, 1794864675744, 'laplace-judge 0.1.0', 'right', 10000, 0, '');
INSERT INTO public.judgings VALUES (45, 8, 1, 1794864675744, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found `nonsense: line 7, expected `x``, expected `222.....5...`');
INSERT INTO public.judgings VALUES (46, 13, 1, 1794864675744, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found the end of the file, expected `222.....5...`');
INSERT INTO public.judgings VALUES (47, 18, 1, 1794864675744, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 25: found `more`, expected the end of the file');
INSERT INTO public.judgings VALUES (48, 4, 1, 1794864675744, 'laplace-judge 0.1.0', 'right', 10000, 9900, '');
INSERT INTO public.judgings VALUES (49, 9, 1, 1794864675744, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found `nonsense: line 7, expected `x``, expected `............`');
INSERT INTO public.judgings VALUES (50, 14, 1, 1794864675744, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found the end of the file, expected `............`');
INSERT INTO public.judgings VALUES (51, 19, 1, 1794864675744, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 26: found `more`, expected the end of the file');
INSERT INTO public.judgings VALUES (52, 5, 1, 1794864675744, 'laplace-judge 0.1.0', 'played', 0, 0, 'line 4: no more moves');
INSERT INTO public.judgings VALUES (53, 10, 1, 1794864675744, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 2: no legal move: piece 5 turned 0 times does not fit at column -1');
INSERT INTO public.judgings VALUES (54, 15, 1, 1794864675744, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found `12`, expected `727584`');
INSERT INTO public.judgings VALUES (55, 20, 1, 1794864675744, 'laplace-judge 0.1.0', 'played', 0, 0, 'line 3: the piece is 5, found 6');
INSERT INTO public.judgings VALUES (56, 21, 1, 1794864675744, 'laplace-judge 0.1.0', 'played', 0, 0, 'line 3: found `hello world`, expected three integers `P C R`: piece, column, turns');
INSERT INTO public.judgings VALUES (57, 22, 1, 1794864675744, 'laplace-judge 0.1.0', 'played', 0, 0, 'line 13: a block stands on line 3; lines 0 to 3 must be empty before each piece');
INSERT INTO public.judgings VALUES (58, 23, 1, 1794864675744, 'laplace-judge 0.1.0', 'played', 0, 0, 'line 3: piece 5 turned 7 times does not fit at column 0');
INSERT INTO public.judgings VALUES (59, 25, 1, 1794864675744, 'laplace-judge 0.1.0', 'wrong', 0, 0, 'line 1: found the end of the file, expected `727584`');
INSERT INTO public.rejudgings VALUES (1, 'finals', 1794864675744, '8ebd8fc6eb05bab1', 'again', 'applied');
INSERT INTO public.revisions VALUES ('', 1);
INSERT INTO public.revisions VALUES ('wells', 11);
INSERT INTO public.revisions VALUES ('finals', 15);
INSERT INTO public.submissions VALUES (1, 'finals', 'efb9d5a8362693be', 1794864675073, 'api', 'q1-output-1', NULL, 0);
INSERT INTO public.submissions VALUES (2, 'finals', '75f432bbfc404b88', 1794864675146, 'api', 'q1-output-1', NULL, 0);
INSERT INTO public.submissions VALUES (3, 'finals', '75f432bbfc404b88', 1794864675169, 'api', 'q1-output-1', NULL, 0);
INSERT INTO public.submissions VALUES (4, 'finals', '97737649f033205c', 1794864675177, 'api', 'q1-output-1', NULL, 0);
INSERT INTO public.submissions VALUES (5, 'finals', '97737649f033205c', 1794864675224, 'api', 'q5-output-1', NULL, 0);
INSERT INTO public.submissions VALUES (6, 'finals', '97737649f033205c', 1794864675233, 'api', 'q5-output-1', NULL, 0);
INSERT INTO public.submissions VALUES (7, 'finals', 'efb9d5a8362693be', 1794864675285, 'api', 'q5-output-1', NULL, 0);
INSERT INTO public.submissions VALUES (8, 'finals', 'efb9d5a8362693be', 1794864675315, 'api', 'q1-output-1', NULL, 0);
INSERT INTO public.submissions VALUES (9, 'finals', '75f432bbfc404b88', 1794864675363, 'api', 'q5-output-1', NULL, 0);
INSERT INTO public.submissions VALUES (10, 'wells', 'e28418e3bbd689a3', 1794864675430, 'api', 'Tetris-1.out', NULL, 0);
INSERT INTO public.submissions VALUES (11, 'wells', '872e74152c75bb2f', 1794864675472, 'api', 'Tetris-1.out', NULL, 0);
INSERT INTO public.submissions VALUES (12, 'wells', '872e74152c75bb2f', 1794864675510, 'api', 'Tetris-1.out', NULL, 0);
INSERT INTO public.submissions VALUES (13, 'wells', '872e74152c75bb2f', 1794864675538, 'api', 'Tetris-1.out', NULL, 0);
INSERT INTO public.submissions VALUES (14, 'wells', '9e1805738f8510fc', 1794864675562, 'api', 'Tetris-1.out', NULL, 0);
INSERT INTO public.submissions VALUES (15, 'wells', '9e1805738f8510fc', 1794864675605, 'api', 'Tetris-1.out', NULL, 0);
INSERT INTO public.submissions VALUES (16, 'wells', '9e1805738f8510fc', 1794864675647, 'api', 'Tetris-1.out', NULL, 0);
SELECT pg_catalog.setval('public.files_id_seq', 33, true);
SELECT pg_catalog.setval('public.judgings_id_seq', 59, true);
SELECT pg_catalog.setval('public.rejudgings_id_seq', 1, true);
SELECT pg_catalog.setval('public.submissions_id_seq', 16, true);
ALTER TABLE ONLY public._sqlx_migrations
    ADD CONSTRAINT _sqlx_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_contest_login_key UNIQUE (contest, login);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_token_key UNIQUE (token);
ALTER TABLE ONLY public.contents
    ADD CONSTRAINT contents_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.contests
    ADD CONSTRAINT contests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (contest, number);
ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_submission_input_key UNIQUE (submission, input);
ALTER TABLE ONLY public.inputs
    ADD CONSTRAINT inputs_contest_answer_key UNIQUE (contest, answer);
ALTER TABLE ONLY public.inputs
    ADD CONSTRAINT inputs_contest_name_key UNIQUE (contest, name);
ALTER TABLE ONLY public.inputs
    ADD CONSTRAINT inputs_pkey PRIMARY KEY (contest, number);
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.judgings
    ADD CONSTRAINT judgings_file_round_key UNIQUE (file, round);
ALTER TABLE ONLY public.judgings
    ADD CONSTRAINT judgings_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.rejudgings
    ADD CONSTRAINT rejudgings_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.revisions
    ADD CONSTRAINT revisions_pkey PRIMARY KEY (contest);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_team_retry_key_key UNIQUE (team, retry_key);
CREATE INDEX submissions_of_a_team ON public.submissions USING btree (contest, team);
ALTER TABLE ONLY public.contests
    ADD CONSTRAINT contests_id_fkey FOREIGN KEY (id) REFERENCES public.revisions(contest);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_contest_fkey FOREIGN KEY (contest) REFERENCES public.revisions(contest);
ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_content_fkey FOREIGN KEY (content) REFERENCES public.contents(hash);
ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_submission_fkey FOREIGN KEY (submission) REFERENCES public.submissions(id);
ALTER TABLE ONLY public.inputs
    ADD CONSTRAINT inputs_contest_fkey FOREIGN KEY (contest) REFERENCES public.contests(id);
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_contest_fkey FOREIGN KEY (contest) REFERENCES public.contests(id);
ALTER TABLE ONLY public.judgings
    ADD CONSTRAINT judgings_file_fkey FOREIGN KEY (file) REFERENCES public.files(id);
ALTER TABLE ONLY public.rejudgings
    ADD CONSTRAINT rejudgings_contest_fkey FOREIGN KEY (contest) REFERENCES public.contests(id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_contest_fkey FOREIGN KEY (contest) REFERENCES public.contests(id);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_team_fkey FOREIGN KEY (team) REFERENCES public.accounts(id);
