// Made by tools/kana/units.py.
#include "text/data/letter_units.h"

namespace sotto::text {

const std::string_view kLetterUnits = R"(
a _ 889 a - 535 a Q 880 a a 308 a a.Q 955 a e 492 a e.- 444 a e.Q 1140 a e.a 1055 a e.i 596 a i.- 1077 a o 661 a o.- 667 a u 970 a u.a 1122 al o.- 1318
au o.- 1076 aw o.- 1352 b _ 777 b Q 1093 b b 457 b b.i.- 842 b b.o 959 b b.u 511 b b.u.j 1089 b by 850 b by.u 1095 b j.i.- 1089 b o.b.i.- 1089 b u 865 c _ 736
c -.s.e.N 1089 c Q 909 c Q.k.u 645 c ch 935 c i.-.sh.i.- 1017 c k 423 c k.e 1113 c k.o.N 951 c k.u 454 c ky 610 c o.r.a 1102 c r.u.sh.i.- 957 c s 533 c s.u 818
c sh 582 c sh.i 1135 c sh.i.- 803 c sh.i.-.e 1102 c u.k 1069 ce s.u 1526 ch Q.ch.i 1114 ch Q.sh 1325 ch ch 998 ch ch.i 1095 ck Q.k 1126 ck Q.k.i 1478
ck Q.k.u 989 d _ 598 d -.d.o 1044 d Q 825 d Q.d.o 518 d d 407 d d.a 1048 d d.i.- 802 d d.o 416 d dy.u 1071 d e.Q 1091 d j 836 d t.o 598 d z.u 970 dg Q.j 1422
dg Q.j.i 1241 du dy.u 1266 du dy.u.- 1204 du j.u.- 1276 e _ 338 e - 667 e a 417 e e 315 e e.Q 762 e e.t.o.s.e 1089 e i 406 e i.- 550 e i.k.u 1095 e i.y 1018
e o 994 e s.u.p.o.N 1089 e u 437 e y.o 1089 er a.- 1483 f _ 705 f -.h 1020 f Q 897 f b.u 1089 f f 468 f f.a 936 f f.o.-.m.a 1089 f f.u 544 f fy.u 994
ff Q.f 1404 fu fy.u.- 1225 g _ 627 g Q 1055 g Q.g.u 856 g Q.j 919 g Q.j.i 948 g e.-.j.i 979 g g 560 g g.u 417 g gy 784 g gy.u 963 g j 556 g j.i 982 g j.i.- 869
g ts 1089 g u 1087 g u.g 989 ge Q.j.i 1418 gg Q.g 1274 gh _ 1097 gh f.u 1352 gu gy.u 1295 h _ 524 h - 1082 h a 1105 h e 1141 h e.i.ch.i 928 h e.r.u 1078
h e.r.u.a 1101 h h 523 h hy 1023 h i 1056 h sh 1015 h u 962 ho f.u.Q 1310 hu hy.u.- 1305 i _ 567 i - 1029 i a 724 i a.i 430 i a.i.a 1019 i a.i.y.a 834 i e 949
i i 292 i i.- 830 i i.Q 808 i i.n 1089 i i.r.e.k 1089 i sh 1003 ig a.i 1548 it -.ts.u 1353 iz a.i.z 1281 j _ 1089 j e.k.u.t.o 1089 j j 650 j j.e.i 864
j j.e.i.e 982 j j.e.i.y 1151 j y 1089 k _ 723 k Q 1158 k Q.k.u 932 k a.Q.k 1089 k e.Q 1110 k k 570 k k.e.- 1089 k k.i.r.o.h 1123 k k.u 550 k ky 976 l _ 535
l - 831 l e.r.u 926 l o.-.r.u 1143 l r 346 l r.a 1145 l r.i 994 l r.o.-.r.u 965 l r.u 431 l u 1040 l u.d.o 1088 l u.r 862 lu ry.u 1320 lu ry.u.- 1226 m _ 696
m -.m 1008 m N 555 m N.b.a.- 1089 m e.m.u 942 m m 407 m m.i.s.u.t 1089 m m.u 546 m my 1072 m o.m.a.N 1089 mp N.p.u 1453 mu my.u 1239 mu my.u.- 1228 n _ 692
n -.n 1156 n N 289 n N.e 1080 n a.N.d 1089 n e.N 1005 n e.n.u 1014 n e.n.u.e 1020 n e.n.u.y 1100 n i 1088 n i.m.a.m.u 1089 n n 431 n ny 812 n ny.u 849
nu ny.u.- 1277 o _ 577 o - 1030 o Q 971 o Q.k.u.e 1089 o a 473 o a.w 987 o b.u.- 1089 o i 1098 o o 322 o o.- 497 o o.Q 845 o r.o 1157 o u 874 o u.- 617
o u.Q 1120 o w.a 892 oo u.- 1138 oo u.Q 1106 ou a.u 1519 ou a.w.a 1326 ow a.u 1420 p _ 665 p - 1119 p Q 699 p Q.p 1152 p Q.p.u 584 p a.p.u.r.a 1089 p f 1135
p p 414 p p.a 1047 p p.e 871 p p.i 1083 p p.i.- 840 p p.i.-.a 1064 p p.u 443 p p.u.r 1079 p r.a.r.i.- 1089 ph f 1104 ph f.u 1232 ph fy 1411 pp Q.p 1522
pu py.u 1293 pu py.u.- 1262 q Q.k.u 1051 q e.s.u.t.o 1089 q k 929 q k.u.w 859 q kw 1097 q ky.u.- 946 q ky.u.-.e 940 qu -.k 1412 qu k 1283 qu k.o 1518
qu k.u 1081 qu ky 1362 r _ 526 r - 359 r -.r 1157 r a 647 r a.- 574 r a.-.r.u 972 r a.-.r.u.e 981 r a.r 957 r by.u.-.t.o 1089 r r 322 r r.e 979
r r.i.N.g.u 1089 r r.u 794 r u.r 800 r u.t.o.r.i 1089 s _ 577 s -.e.s.u 918 s -.z.u 1067 s Q 726 s Q.sh 834 s e.Q.s 1110 s e.s.u 828 s e.s.u.e 1025 s j 618
s o.s 1089 s s 456 s s.o 1087 s s.u 366 s s.u.t 949 s sh 500 s sh.i 1085 s sh.u 1030 s ts.u 935 s u 691 s u.z.u 1064 s z 660 s z.a 1066 s z.u 384 sh Q.sh 1250
sh Q.sh.u 1063 sh sh 1367 si j 1524 ss Q.sh 1423 t _ 628 t -.t 792 t -.t.o 1045 t Q 645 t Q.t.o 554 t a.N.d.a.- 951 t ch 625 t d 1092 t j 984 t o.r.i 1103
t s 983 t sh 794 t t 350 t t.a 1103 t t.e 1005 t t.e.N.p.o 1089 t t.i.- 1021 t t.i.-.e 1021 t t.o 386 t t.o.e 1089 t ts 664 t ts.u 815 t ty 1020 t u.t 1130
t u.t.o 1131 tc Q.ch 1540 tc Q.ch.i 1548 th -.z 1373 th s 1101 th s.o 1478 th s.u 1046 th sh 1422 th z 1124 th z.a 1485 th z.u 1228 ti -.sh 1306 ti sh 918
ts Q.ts.u 1064 ts ts.u 971 ts u.ts.u 1518 tu ch.u.- 1301 tz u.ts.u 1342 u _ 587 u - 814 u a 425 u a.Q 895 u e 1085 u i 929 u i.-.y.u 1043 u i.-.y.u.- 1044
u i.Q 1055 u o 996 u u 520 u u.- 613 u u.y.u 1102 u y.u 863 u y.u.- 745 ug f 1404 ug f.u 1337 ui i.r 1480 un y.u.n 1332 us y.u.-.z 1337 v -.b 855 v b 457
v b.a 1143 v b.u 743 v b.u.i 982 v b.u.i.e 1022 v by 1012 v f.u 1089 v i.-.b.i.- 1089 v u 979 v w 1020 vi by 1434 vi by.u 1215 w _ 655 w - 619 w f 959 w o 1017
w ry.u.- 951 w u 671 w u.w.a 1102 w w 514 w w.a 1058 wa w.o 1535 wh h.o 1302 wh h.o.w 1302 x Q.k.u 1093 x Q.k.u.s.u 671 x e.Q.k.u.s 950 x f.u 1089 x g.u.j 895
x g.u.z 825 x k.i 1107 x k.i.s 1074 x k.i.s.u 833 x k.i.sh 833 x k.u 1033 x k.u.s 836 x k.u.s.u 651 x k.u.sh 841 x k.u.sh.i 1098 x z 1020 xc k.u.s 1302 y _ 817
y - 833 y -.ky 1109 y a.i 604 y i 531 y i.- 499 y i.a 1020 y i.y 854 y ky.o 1118 y y 812 y y.a 1070 yo y.u 1428 z _ 1021 z e.r.u.ts.u 1088 z i.-.j 1119 z j 796
z ts 1022 z z 635 z z.e.Q.t.o 951 z z.u 841 zz j.i 1440 zz z 1433 zz z.u 1320
)";

}  // namespace sotto::text
