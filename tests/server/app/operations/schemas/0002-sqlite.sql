-- {"match": "QRiu_jpr_MgaaPgvo9x25g", "secret": "PJZoNdlD2TngAB7EF94Wfw", "moves": ["f5", "d6"], "version": 5, "study": "2-a_QsgZn-e-CItSJOCLcw", "study_secret": "g396OUoS7hRwCdL9EnhQKg", "study_version": 7}
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE events (
	"match" VARCHAR(64) NOT NULL, 
	version INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	at DOUBLE NOT NULL, 
	data TEXT NOT NULL, 
	move_id TEXT, 
	PRIMARY KEY ("match", version), 
	CONSTRAINT a_move_is_sent_once UNIQUE ("match", move_id), 
	FOREIGN KEY("match") REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES('JxxKsOr7CspTMok59z30Zg',1,'created',1.79484828677023029331e+09,'{"game":"gomoku(size=15, rules=freestyle)","start":"................................................................................................................................................................................................................................. X","seats":{"X":{"kind":"person","name":"\uc548","holder":"cc2a9643370a018b3422f3a544188a66d961309842a0065b1487ea9c7c1157a2"},"O":{"kind":"open"}},"time":null,"public":true,"pace":1000,"owner":"cc2a9643370a018b3422f3a544188a66d961309842a0065b1487ea9c7c1157a2"}',NULL);
INSERT INTO "events" VALUES('JxxKsOr7CspTMok59z30Zg',2,'joined',1.79484828679648947711e+09,'{"seat":"O","name":"Grace","holder":"dd78056e1e8b3dbb6a4cd7a7e612585bf590c2616a008f09c89e276114385117"}',NULL);
INSERT INTO "events" VALUES('JxxKsOr7CspTMok59z30Zg',3,'ended',1.79484828680334544182e+09,'{"winner":"O","ending":"resigned","reason":{"key":"play.resigned","facts":{"loser":{"key":"colour.black","facts":{},"text":"Black"},"winner":{"key":"colour.white","facts":{},"text":"White"}},"text":"Black resigned: White wins."},"margin":null,"seconds":0.004}',NULL);
INSERT INTO "events" VALUES('QRiu_jpr_MgaaPgvo9x25g',1,'created',1.79484828461932229993e+09,'{"game":"othello(size=8, rules=standard)","start":"...........................OX......XO........................... X","seats":{"X":{"kind":"person","name":null,"holder":"063650b1aa5596a804942f57fd06d92ad4b919910333c33eb2de195017eef92f"},"O":{"kind":"person","name":null,"holder":"063650b1aa5596a804942f57fd06d92ad4b919910333c33eb2de195017eef92f"}},"time":"5+3","public":true,"pace":1000,"owner":"063650b1aa5596a804942f57fd06d92ad4b919910333c33eb2de195017eef92f"}',NULL);
INSERT INTO "events" VALUES('QRiu_jpr_MgaaPgvo9x25g',2,'moved',1.79484828465982460977e+09,'{"ply":1,"move":"f5","seat":"X","seconds":0.006,"id":"m0","decision":null,"holder":"063650b1aa5596a804942f57fd06d92ad4b919910333c33eb2de195017eef92f"}','063650b1aa5596a804942f57fd06d92ad4b919910333c33eb2de195017eef92f m0');
INSERT INTO "events" VALUES('QRiu_jpr_MgaaPgvo9x25g',3,'moved',1794848284.69722,'{"ply":2,"move":"d6","seat":"O","seconds":0.005,"id":"m1","decision":null,"holder":"063650b1aa5596a804942f57fd06d92ad4b919910333c33eb2de195017eef92f"}','063650b1aa5596a804942f57fd06d92ad4b919910333c33eb2de195017eef92f m1');
INSERT INTO "events" VALUES('QRiu_jpr_MgaaPgvo9x25g',4,'moved',1.79484828471438026421e+09,'{"ply":3,"move":"c3","seat":"X","seconds":0.002,"id":"m2","decision":null,"holder":"063650b1aa5596a804942f57fd06d92ad4b919910333c33eb2de195017eef92f"}','063650b1aa5596a804942f57fd06d92ad4b919910333c33eb2de195017eef92f m2');
INSERT INTO "events" VALUES('QRiu_jpr_MgaaPgvo9x25g',5,'undone',1.79484828472198081018e+09,'{"ply":2,"seconds":0.002}',NULL);
INSERT INTO "events" VALUES('Z4PFsE9nYwhHlz24aKMQpw',1,'created',1.79484828475658297541e+09,'{"game":"pentomino(size=5, rules=normal)","start":".........................","seats":{"X":{"kind":"machine","strategy":"random"},"O":{"kind":"person","name":null,"holder":"f354fd07d868c8cdbe5c2d6ab0926a28354533abb1a754a2bbc16d2f65d4e88a"}},"time":null,"public":false,"pace":1000,"owner":"f354fd07d868c8cdbe5c2d6ab0926a28354533abb1a754a2bbc16d2f65d4e88a"}',NULL);
INSERT INTO "events" VALUES('Z4PFsE9nYwhHlz24aKMQpw',2,'moved',1.79484828660115122798e+09,'{"ply":1,"move":"F b3 c3 a4 b4 b5","seat":"X","seconds":1.841,"id":null,"decision":{"move":"F b3 c3 a4 b4 b5","score":null,"depth":null,"nodes":null,"pv":[],"candidates":[{"move":"F b3 c3 a4 b4 b5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F a1 b1 b2 c2 b3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F a1 a2 b2 c2 b3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b1 c1 a2 b2 b3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b1 c1 c2 d2 c3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b1 a2 b2 c2 a3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b1 a2 b2 c2 c3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b1 a2 b2 b3 c3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b1 b2 c2 d2 c3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b1 b2 c2 a3 b3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c1 d1 b2 c2 c3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c1 d1 d2 e2 d3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c1 a2 b2 c2 b3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c1 b2 c2 d2 b3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c1 b2 c2 d2 d3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c1 b2 c2 c3 d3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c1 c2 d2 e2 d3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c1 c2 d2 b3 c3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d1 e1 c2 d2 d3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d1 b2 c2 d2 c3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d1 c2 d2 e2 c3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d1 c2 d2 e2 e3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d1 c2 d2 d3 e3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d1 d2 e2 c3 d3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F e1 c2 d2 e2 d3","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F a2 b2 b3 c3 b4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F a2 a3 b3 c3 b4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b2 c2 a3 b3 b4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b2 c2 c3 d3 c4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b2 a3 b3 c3 a4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b2 a3 b3 c3 c4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b2 a3 b3 b4 c4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b2 b3 c3 d3 c4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b2 b3 c3 a4 b4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c2 d2 b3 c3 c4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c2 d2 d3 e3 d4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c2 a3 b3 c3 b4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c2 b3 c3 d3 b4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c2 b3 c3 d3 d4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c2 b3 c3 c4 d4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c2 c3 d3 e3 d4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c2 c3 d3 b4 c4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d2 e2 c3 d3 d4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d2 b3 c3 d3 c4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d2 c3 d3 e3 c4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d2 c3 d3 e3 e4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d2 c3 d3 d4 e4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F d2 d3 e3 c4 d4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F e2 c3 d3 e3 d4","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F a3 b3 b4 c4 b5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F a3 a4 b4 c4 b5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b3 c3 c4 d4 c5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b3 a4 b4 c4 a5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b3 a4 b4 c4 c5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b3 a4 b4 b5 c5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b3 b4 c4 d4 c5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F b3 b4 c4 a5 b5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c3 d3 b4 c4 c5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c3 d3 d4 e4 d5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}},{"move":"F c3 a4 b4 c4 b5","score":null,"note":{"key":"random.chance","facts":{"count":571},"text":"1 in 571"}}],"overlay":[{"kind":"move","label":{"key":"overlay.move","facts":{},"text":"the move"},"tone":"good","cells":["b3","c3","a4","b4","b5"]}],"proof":null,"text":{"key":"random.one_of","facts":{"move":"F b3 c3 a4 b4 b5","count":571},"text":"F b3 c3 a4 b4 b5, by chance out of 571."},"compared":571,"strategy":"random","seconds":0.08}}',NULL);
CREATE TABLE matches (
	id VARCHAR(64) NOT NULL, 
	game TEXT NOT NULL, 
	public BOOLEAN NOT NULL, 
	created DOUBLE NOT NULL, 
	updated DOUBLE NOT NULL, 
	ended DOUBLE, 
	moves INTEGER NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "matches" VALUES('QRiu_jpr_MgaaPgvo9x25g','othello(size=8, rules=standard)',1,1.79484828461932229993e+09,1.79484828472198081018e+09,NULL,2);
INSERT INTO "matches" VALUES('Z4PFsE9nYwhHlz24aKMQpw','pentomino(size=5, rules=normal)',0,1.79484828475658297541e+09,1.79484828660115122798e+09,NULL,1);
INSERT INTO "matches" VALUES('JxxKsOr7CspTMok59z30Zg','gomoku(size=15, rules=freestyle)',1,1.79484828677023029331e+09,1.79484828680334544182e+09,1.79484828680334544182e+09,0);
CREATE TABLE studies (
	id VARCHAR(64) NOT NULL, 
	game TEXT NOT NULL, 
	created DOUBLE NOT NULL, 
	updated DOUBLE NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "studies" VALUES('2-a_QsgZn-e-CItSJOCLcw','gomoku',1.79506469008329033851e+09,1.79506469025550627707e+09);
CREATE TABLE study_events (
	study VARCHAR(64) NOT NULL, 
	version INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	at DOUBLE NOT NULL, 
	data TEXT NOT NULL, 
	edit_id TEXT, 
	PRIMARY KEY (study, version), 
	CONSTRAINT an_edit_is_sent_once UNIQUE (study, edit_id), 
	FOREIGN KEY(study) REFERENCES studies (id)
)
 WITHOUT ROWID

;
INSERT INTO "study_events" VALUES('2-a_QsgZn-e-CItSJOCLcw',1,'created',1.79506469008329033851e+09,'{"owner":"770ddf1dc5f38bcf703ff01239a1b858f04bb40660bb54aa22a60360fd1b12b2","record":{"game":"gomoku(size=15, rules=freestyle)","first":"Ann","second":"?","start":"................................................................................................................................................................................................................................. X","moves":["h8","i7","h9"],"winner":null,"ending":"unfinished","reason":"The game is not finished.","seconds":[]},"tree":[{"properties":[["GM",["4"]],["SZ",["15"]],["PB",["Ann"]]]},{"move":"h8","comment":"A start.","properties":[["B",["hh"]],["C",["A start."]]]},{"move":"i7","properties":[["W",["ii"]]]},{"move":"h9","properties":[["B",["hg"]]]},{"parent":1,"move":"g7","properties":[["W",["gi"]]]}]}',NULL);
INSERT INTO "study_events" VALUES('2-a_QsgZn-e-CItSJOCLcw',2,'added',1.79506469011210513121e+09,'{"under":1,"moves":["j10"],"id":"e0","digest":"a229364cf0f688a4"}','e0');
INSERT INTO "study_events" VALUES('2-a_QsgZn-e-CItSJOCLcw',3,'annotated',1.79506469015017271042e+09,'{"node":5,"notes":{"comment":"Far away.","glyphs":["?"]},"id":"e1","digest":"46e5b2d274f51b6a"}','e1');
INSERT INTO "study_events" VALUES('2-a_QsgZn-e-CItSJOCLcw',4,'promoted',1.79506469018685293204e+09,'{"node":4,"nodes":[4],"id":"e2","digest":"ce6cc2d829f942df"}','e2');
INSERT INTO "study_events" VALUES('2-a_QsgZn-e-CItSJOCLcw',5,'headed',1.79506469021088957784e+09,'{"headers":{"title":"A study"},"id":"e3","digest":"8240cc31cb4ffd14"}','e3');
INSERT INTO "study_events" VALUES('2-a_QsgZn-e-CItSJOCLcw',6,'deleted',1.79506469023583221434e+09,'{"node":2,"id":"e4","digest":"8464f2a375e7e65c"}','e4');
INSERT INTO "study_events" VALUES('2-a_QsgZn-e-CItSJOCLcw',7,'undone',1.79506469025550627707e+09,'{"edit":6,"id":"e5","digest":"2252e1d3dde7b5fd"}','e5');
CREATE INDEX matches_by_public_and_time ON matches (public, updated);
CREATE INDEX studies_by_time ON studies (updated);
COMMIT;
