-- {"match": "5FvfyyDzVUHmg0k6WteuSg", "secret": "DcWv-rmdlbd-_DuvsVd0iw", "moves": ["f5", "d6"], "version": 5, "study": "fD9hcOoiYfcHalI_38ybog", "study_secret": "ljxPMtRT1Kkhg4tXZf6nBg", "study_version": 7}
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.events (
    match character varying(64) NOT NULL,
    version integer NOT NULL,
    kind text NOT NULL,
    at double precision NOT NULL,
    data text NOT NULL,
    move_id text
);
COMMENT ON COLUMN public.events.at IS 'unix seconds';
COMMENT ON COLUMN public.events.data IS 'a JSON object';
COMMENT ON COLUMN public.events.move_id IS 'the client''s id of a move';
CREATE TABLE public.matches (
    id character varying(64) NOT NULL,
    game text NOT NULL,
    public boolean NOT NULL,
    created double precision NOT NULL,
    updated double precision NOT NULL,
    ended double precision,
    moves integer NOT NULL
);
COMMENT ON COLUMN public.matches.created IS 'unix seconds';
COMMENT ON COLUMN public.matches.updated IS 'when its last event happened';
COMMENT ON COLUMN public.matches.ended IS 'null while the game goes on';
COMMENT ON COLUMN public.matches.moves IS 'plies on the board, not ever played';
CREATE TABLE public.studies (
    id character varying(64) NOT NULL,
    game text NOT NULL,
    created double precision NOT NULL,
    updated double precision NOT NULL
);
COMMENT ON COLUMN public.studies.created IS 'unix seconds';
COMMENT ON COLUMN public.studies.updated IS 'when its last event happened';
CREATE TABLE public.study_events (
    study character varying(64) NOT NULL,
    version integer NOT NULL,
    kind text NOT NULL,
    at double precision NOT NULL,
    data text NOT NULL,
    edit_id text
);
COMMENT ON COLUMN public.study_events.at IS 'unix seconds';
COMMENT ON COLUMN public.study_events.data IS 'a JSON object';
COMMENT ON COLUMN public.study_events.edit_id IS 'the client''s id of an edit';
INSERT INTO public.alembic_version VALUES ('0002');
INSERT INTO public.events VALUES ('5FvfyyDzVUHmg0k6WteuSg', 1, 'created', 1794848320.9233937, '{"game":"othello(size=8, rules=standard)","start":"...........................OX......XO........................... X","seats":{"X":{"kind":"person","name":null,"holder":"06d9c4603bb6cdc2f08da63e4e09f1061c66d9cc588bdb18635e5f010ba7ff47"},"O":{"kind":"person","name":null,"holder":"06d9c4603bb6cdc2f08da63e4e09f1061c66d9cc588bdb18635e5f010ba7ff47"}},"time":"5+3","public":true,"pace":1000,"owner":"06d9c4603bb6cdc2f08da63e4e09f1061c66d9cc588bdb18635e5f010ba7ff47"}', NULL);
INSERT INTO public.events VALUES ('5FvfyyDzVUHmg0k6WteuSg', 2, 'moved', 1794848320.9645746, '{"ply":1,"move":"f5","seat":"X","seconds":0.021,"id":"m0","decision":null,"holder":"06d9c4603bb6cdc2f08da63e4e09f1061c66d9cc588bdb18635e5f010ba7ff47"}', '06d9c4603bb6cdc2f08da63e4e09f1061c66d9cc588bdb18635e5f010ba7ff47 m0');
INSERT INTO public.events VALUES ('5FvfyyDzVUHmg0k6WteuSg', 3, 'moved', 1794848321.0099683, '{"ply":2,"move":"d6","seat":"O","seconds":0.016,"id":"m1","decision":null,"holder":"06d9c4603bb6cdc2f08da63e4e09f1061c66d9cc588bdb18635e5f010ba7ff47"}', '06d9c4603bb6cdc2f08da63e4e09f1061c66d9cc588bdb18635e5f010ba7ff47 m1');
INSERT INTO public.events VALUES ('5FvfyyDzVUHmg0k6WteuSg', 4, 'moved', 1794848321.056576, '{"ply":3,"move":"c3","seat":"X","seconds":0.028,"id":"m2","decision":null,"holder":"06d9c4603bb6cdc2f08da63e4e09f1061c66d9cc588bdb18635e5f010ba7ff47"}', '06d9c4603bb6cdc2f08da63e4e09f1061c66d9cc588bdb18635e5f010ba7ff47 m2');
INSERT INTO public.events VALUES ('5FvfyyDzVUHmg0k6WteuSg', 5, 'undone', 1794848321.0732412, '{"ply":2,"seconds":0.011}', NULL);
INSERT INTO public.events VALUES ('HccnvuEOIsQnn9Y0Pi7TEw', 1, 'created', 1794848321.1353834, '{"game":"pentomino(size=5, rules=normal)","start":".........................","seats":{"X":{"kind":"machine","strategy":"random"},"O":{"kind":"person","name":null,"holder":"94576c272996e485f6c4d97e0100f25ed877d74fbc79ce62533c1d3761a05281"}},"time":null,"public":false,"pace":1000,"owner":"94576c272996e485f6c4d97e0100f25ed877d74fbc79ce62533c1d3761a05281"}', NULL);
INSERT INTO public.events VALUES ('HccnvuEOIsQnn9Y0Pi7TEw', 2, 'moved', 1794848322.8704498, '{"ply":1,"move":"Y a2 a3 a4 b4 a5","seat":"X","seconds":1.722,"id":null,"decision":{"move":"Y a2 a3 a4 b4 a5","score":null,"depth":null,"nodes":null,"pv":[],"candidates":[{"move":"Y a2 a3 a4 b4 a5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F a1 b1 b2 c2 b3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F a1 a2 b2 c2 b3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b1 c1 a2 b2 b3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b1 c1 c2 d2 c3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b1 a2 b2 c2 a3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b1 a2 b2 c2 c3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b1 a2 b2 b3 c3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b1 b2 c2 d2 c3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b1 b2 c2 a3 b3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c1 d1 b2 c2 c3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c1 d1 d2 e2 d3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c1 a2 b2 c2 b3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c1 b2 c2 d2 b3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c1 b2 c2 d2 d3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c1 b2 c2 c3 d3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c1 c2 d2 e2 d3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c1 c2 d2 b3 c3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d1 e1 c2 d2 d3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d1 b2 c2 d2 c3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d1 c2 d2 e2 c3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d1 c2 d2 e2 e3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d1 c2 d2 d3 e3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d1 d2 e2 c3 d3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F e1 c2 d2 e2 d3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F a2 b2 b3 c3 b4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F a2 a3 b3 c3 b4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b2 c2 a3 b3 b4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b2 c2 c3 d3 c4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b2 a3 b3 c3 a4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b2 a3 b3 c3 c4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b2 a3 b3 b4 c4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b2 b3 c3 d3 c4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b2 b3 c3 a4 b4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c2 d2 b3 c3 c4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c2 d2 d3 e3 d4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c2 a3 b3 c3 b4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c2 b3 c3 d3 b4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c2 b3 c3 d3 d4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c2 b3 c3 c4 d4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c2 c3 d3 e3 d4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c2 c3 d3 b4 c4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d2 e2 c3 d3 d4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d2 b3 c3 d3 c4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d2 c3 d3 e3 c4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d2 c3 d3 e3 e4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d2 c3 d3 d4 e4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d2 d3 e3 c4 d4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F e2 c3 d3 e3 d4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F a3 b3 b4 c4 b5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F a3 a4 b4 c4 b5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b3 c3 a4 b4 b5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b3 c3 c4 d4 c5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b3 a4 b4 c4 a5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b3 a4 b4 c4 c5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b3 a4 b4 b5 c5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b3 b4 c4 d4 c5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b3 b4 c4 a5 b5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c3 d3 b4 c4 c5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c3 d3 d4 e4 d5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}}],"overlay":[{"kind":"move","label":{"key":"overlay.move","facts":{},"text":"the move"},"tone":"good","cells":["a2","a3","a4","b4","a5"]}],"proof":null,"text":{"key":"random.one_of","facts":{"move":"Y a2 a3 a4 b4 a5","count":571},"text":"Y a2 a3 a4 b4 a5, by chance out of 571."},"compared":571,"strategy":"random","seconds":0.001}}', NULL);
INSERT INTO public.events VALUES ('iTVf2V3Ee2UEc1z_e17G1A', 1, 'created', 1794848322.9794967, '{"game":"gomoku(size=15, rules=freestyle)","start":"................................................................................................................................................................................................................................. X","seats":{"X":{"kind":"person","name":"\uc548","holder":"4043d4e255340ef48dc637c2b1326ccd1702d42885097ddc9024a1076adce345"},"O":{"kind":"open"}},"time":null,"public":true,"pace":1000,"owner":"4043d4e255340ef48dc637c2b1326ccd1702d42885097ddc9024a1076adce345"}', NULL);
INSERT INTO public.events VALUES ('iTVf2V3Ee2UEc1z_e17G1A', 2, 'joined', 1794848323.0085177, '{"seat":"O","name":"Grace","holder":"62e85174b03d81b6b1be6ce72eac761a908a680b2cf96dce1dac94821c5e9395"}', NULL);
INSERT INTO public.events VALUES ('iTVf2V3Ee2UEc1z_e17G1A', 3, 'ended', 1794848323.040971, '{"winner":"O","ending":"resigned","reason":{"key":"play.resigned","facts":{"loser":{"key":"colour.black","facts":{},"text":"Black"},"winner":{"key":"colour.white","facts":{},"text":"White"}},"text":"Black resigned: White wins."},"margin":null,"seconds":0.028}', NULL);
INSERT INTO public.matches VALUES ('5FvfyyDzVUHmg0k6WteuSg', 'othello(size=8, rules=standard)', true, 1794848320.9233937, 1794848321.0732412, NULL, 2);
INSERT INTO public.matches VALUES ('HccnvuEOIsQnn9Y0Pi7TEw', 'pentomino(size=5, rules=normal)', false, 1794848321.1353834, 1794848322.8704498, NULL, 1);
INSERT INTO public.matches VALUES ('iTVf2V3Ee2UEc1z_e17G1A', 'gomoku(size=15, rules=freestyle)', true, 1794848322.9794967, 1794848323.040971, 1794848323.040971, 0);
INSERT INTO public.studies VALUES ('fD9hcOoiYfcHalI_38ybog', 'gomoku', 1795064698.7763882, 1795064698.9905128);
INSERT INTO public.study_events VALUES ('fD9hcOoiYfcHalI_38ybog', 1, 'created', 1795064698.7763882, '{"owner":"dc6e3622afb0fda8a0855bb217382663e0ec9e682a4df24493fee2157cb0e980","record":{"game":"gomoku(size=15, rules=freestyle)","first":"Ann","second":"?","start":"................................................................................................................................................................................................................................. X","moves":["h8","i7","h9"],"winner":null,"ending":"unfinished","reason":"The game is not finished.","seconds":[]},"tree":[{"properties":[["GM",["4"]],["SZ",["15"]],["PB",["Ann"]]]},{"move":"h8","comment":"A start.","properties":[["B",["hh"]],["C",["A start."]]]},{"move":"i7","properties":[["W",["ii"]]]},{"move":"h9","properties":[["B",["hg"]]]},{"parent":1,"move":"g7","properties":[["W",["gi"]]]}]}', NULL);
INSERT INTO public.study_events VALUES ('fD9hcOoiYfcHalI_38ybog', 2, 'added', 1795064698.827767, '{"under":1,"moves":["j10"],"id":"e0","digest":"a229364cf0f688a4"}', 'e0');
INSERT INTO public.study_events VALUES ('fD9hcOoiYfcHalI_38ybog', 3, 'annotated', 1795064698.8479373, '{"node":5,"notes":{"comment":"Far away.","glyphs":["?"]},"id":"e1","digest":"46e5b2d274f51b6a"}', 'e1');
INSERT INTO public.study_events VALUES ('fD9hcOoiYfcHalI_38ybog', 4, 'promoted', 1795064698.8893642, '{"node":4,"nodes":[4],"id":"e2","digest":"ce6cc2d829f942df"}', 'e2');
INSERT INTO public.study_events VALUES ('fD9hcOoiYfcHalI_38ybog', 5, 'headed', 1795064698.924174, '{"headers":{"title":"A study"},"id":"e3","digest":"8240cc31cb4ffd14"}', 'e3');
INSERT INTO public.study_events VALUES ('fD9hcOoiYfcHalI_38ybog', 6, 'deleted', 1795064698.959898, '{"node":2,"id":"e4","digest":"8464f2a375e7e65c"}', 'e4');
INSERT INTO public.study_events VALUES ('fD9hcOoiYfcHalI_38ybog', 7, 'undone', 1795064698.9905128, '{"edit":6,"id":"e5","digest":"2252e1d3dde7b5fd"}', 'e5');
ALTER TABLE ONLY public.events
    ADD CONSTRAINT a_move_is_sent_once UNIQUE (match, move_id);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.study_events
    ADD CONSTRAINT an_edit_is_sent_once UNIQUE (study, edit_id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (match, version);
ALTER TABLE ONLY public.matches
    ADD CONSTRAINT matches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.studies
    ADD CONSTRAINT studies_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.study_events
    ADD CONSTRAINT study_events_pkey PRIMARY KEY (study, version);
CREATE INDEX matches_by_public_and_time ON public.matches USING btree (public, updated);
CREATE INDEX studies_by_time ON public.studies USING btree (updated);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_match_fkey FOREIGN KEY (match) REFERENCES public.matches(id);
ALTER TABLE ONLY public.study_events
    ADD CONSTRAINT study_events_study_fkey FOREIGN KEY (study) REFERENCES public.studies(id);
