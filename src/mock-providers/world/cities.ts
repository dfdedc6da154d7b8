/**
 * Cities that a traveller asks for by name: code, airports (the main one first), English, Spanish and
 * Chinese name. The airport column is empty when the city has one airport of the same code; the Spanish
 * column is empty when the name is the English one.
 *
 * The order of airports is the order in which a search for the city asks them.
 */
export const CITIES = `
LON|LHR LGW STN LTN LCY SEN|London|Londres|伦敦
PAR|CDG ORY BVA|Paris|París|巴黎
NYC|JFK EWR LGA|New York|Nueva York|纽约
MIL|MXP LIN BGY|Milan|Milán|米兰
ROM|FCO CIA|Rome|Roma|罗马
TYO|HND NRT|Tokyo|Tokio|东京
BUE|EZE AEP|Buenos Aires||布宜诺斯艾利斯
SAO|GRU CGH VCP|Sao Paulo|São Paulo|圣保罗
RIO|GIG SDU|Rio de Janeiro|Río de Janeiro|里约热内卢
CHI|ORD MDW|Chicago||芝加哥
WAS|IAD DCA BWI|Washington||华盛顿
BER||Berlin|Berlín|柏林
STO|ARN BMA NYO|Stockholm|Estocolmo|斯德哥尔摩
MOW|SVO DME VKO|Moscow|Moscú|莫斯科
OSA|KIX ITM|Osaka||大阪
SEL|ICN GMP|Seoul|Seúl|首尔
BJS|PEK PKX|Beijing|Pekín|北京
SHA|PVG SHA|Shanghai|Shanghái|上海
BKK|BKK DMK|Bangkok||曼谷
IST|IST SAW|Istanbul|Estambul|伊斯坦布尔
DXB|DXB DWC|Dubai|Dubái|迪拜
MEX|MEX NLU|Mexico City|Ciudad de México|墨西哥城
YTO|YYZ YTZ|Toronto||多伦多
YMQ|YUL|Montreal||蒙特利尔
HOU|IAH HOU|Houston||休斯敦
DFW|DFW DAL|Dallas||达拉斯
DTT|DTW|Detroit||底特律
KUL|KUL SZB|Kuala Lumpur||吉隆坡
JKT|CGK HLP|Jakarta|Yakarta|雅加达
TPE|TPE TSA|Taipei|Taipéi|台北
CTU|TFU CTU|Chengdu||成都
BUH|OTP BBU|Bucharest|Bucarest|布加勒斯特
MEL|MEL AVV|Melbourne||墨尔本
JNB|JNB HLA|Johannesburg|Johannesburgo|约翰内斯堡
TCI|TFS TFN|Tenerife||特内里费
REK|KEF|Reykjavik|Reikiavik|雷克雅未克
VCE|VCE TSF|Venice|Venecia|威尼斯
OSL|OSL TRF|Oslo||奥斯陆
GLA|GLA PIK|Glasgow||格拉斯哥
BHZ|CNF PLU|Belo Horizonte||贝洛奥里藏特
SPK|CTS OKD|Sapporo||札幌
NGO|NGO NKM|Nagoya||名古屋
THR|IKA THR|Tehran|Teherán|德黑兰
BFS|BFS BHD|Belfast||贝尔法斯特
BRU|BRU CRL|Brussels|Bruselas|布鲁塞尔
WAW|WAW WMI|Warsaw|Varsovia|华沙
FRA||Frankfurt|Fráncfort|法兰克福
MAD||Madrid||马德里
BCN||Barcelona||巴塞罗那
VLC||Valencia||巴伦西亚
SVQ||Seville|Sevilla|塞维利亚
AGP||Malaga|Málaga|马拉加
BIO||Bilbao||毕尔巴鄂
PMI||Palma de Mallorca||帕尔马
IBZ||Ibiza||伊维萨
ALC||Alicante||阿利坎特
LPA||Gran Canaria||大加那利
ACE||Lanzarote||兰萨罗特
FUE||Fuerteventura||富埃特文图拉
SCQ||Santiago de Compostela||圣地亚哥-德孔波斯特拉
GRX||Granada||格拉纳达
LIS||Lisbon|Lisboa|里斯本
OPO||Porto|Oporto|波尔图
FAO||Faro||法鲁
FNC||Funchal||丰沙尔
AMS||Amsterdam|Ámsterdam|阿姆斯特丹
MUC||Munich|Múnich|慕尼黑
HAM||Hamburg|Hamburgo|汉堡
DUS||Dusseldorf|Düsseldorf|杜塞尔多夫
CGN||Cologne|Colonia|科隆
STR||Stuttgart||斯图加特
ZRH||Zurich|Zúrich|苏黎世
GVA||Geneva|Ginebra|日内瓦
BSL||Basel|Basilea|巴塞尔
VIE||Vienna|Viena|维也纳
PRG||Prague|Praga|布拉格
BUD||Budapest||布达佩斯
KRK||Krakow|Cracovia|克拉科夫
GDN||Gdansk||格但斯克
CPH||Copenhagen|Copenhague|哥本哈根
HEL||Helsinki||赫尔辛基
GOT||Gothenburg|Gotemburgo|哥德堡
BGO||Bergen||卑尔根
DUB||Dublin|Dublín|都柏林
ORK||Cork||科克
EDI||Edinburgh|Edimburgo|爱丁堡
MAN||Manchester||曼彻斯特
BHX||Birmingham||伯明翰
LYS||Lyon||里昂
NCE||Nice|Niza|尼斯
MRS||Marseille|Marsella|马赛
TLS||Toulouse||图卢兹
BOD||Bordeaux|Burdeos|波尔多
NAP||Naples|Nápoles|那不勒斯
FLR||Florence|Florencia|佛罗伦萨
PSA||Pisa||比萨
BLQ||Bologna|Bolonia|博洛尼亚
TRN||Turin|Turín|都灵
CTA||Catania||卡塔尼亚
PMO||Palermo||巴勒莫
ATH||Athens|Atenas|雅典
SKG||Thessaloniki|Salónica|塞萨洛尼基
HER||Heraklion|Heraclión|伊拉克利翁
SOF||Sofia|Sofía|索非亚
BEG||Belgrade|Belgrado|贝尔格莱德
ZAG||Zagreb||萨格勒布
DBV||Dubrovnik||杜布罗夫尼克
LJU||Ljubljana|Liubliana|卢布尔雅那
TIA||Tirana||地拉那
RIX||Riga||里加
VNO||Vilnius|Vilna|维尔纽斯
TLL||Tallinn|Tallin|塔林
KBP||Kyiv|Kiev|基辅
LED||Saint Petersburg|San Petersburgo|圣彼得堡
LUX||Luxembourg|Luxemburgo|卢森堡
MLA||Malta||马耳他
LCA||Larnaca||拉纳卡
AYT||Antalya||安塔利亚
ESB||Ankara||安卡拉
TLV||Tel Aviv||特拉维夫
AMM||Amman|Amán|安曼
BEY||Beirut||贝鲁特
CAI||Cairo|El Cairo|开罗
RAK||Marrakesh||马拉喀什
CMN||Casablanca||卡萨布兰卡
TUN||Tunis|Túnez|突尼斯
ALG||Algiers|Argel|阿尔及尔
NBO||Nairobi||内罗毕
ADD||Addis Ababa|Adís Abeba|亚的斯亚贝巴
LOS||Lagos||拉各斯
ACC||Accra|Acra|阿克拉
DSS||Dakar||达喀尔
CPT||Cape Town|Ciudad del Cabo|开普敦
MRU||Mauritius|Mauricio|毛里求斯
DOH||Doha||多哈
AUH||Abu Dhabi||阿布扎比
RUH||Riyadh|Riad|利雅得
JED||Jeddah||吉达
KWI||Kuwait||科威特
BAH||Bahrain|Baréin|巴林
MCT||Muscat|Mascate|马斯喀特
DEL||Delhi||德里
BOM||Mumbai|Bombay|孟买
BLR||Bengaluru|Bangalore|班加罗尔
MAA||Chennai||金奈
CCU||Kolkata|Calcuta|加尔各答
HYD||Hyderabad||海得拉巴
CMB||Colombo||科伦坡
MLE||Male|Malé|马累
KTM||Kathmandu|Katmandú|加德满都
DAC||Dhaka|Daca|达卡
KHI||Karachi||卡拉奇
TAS||Tashkent|Taskent|塔什干
ALA||Almaty||阿拉木图
TBS||Tbilisi|Tiflis|第比利斯
EVN||Yerevan|Ereván|埃里温
GYD||Baku|Bakú|巴库
SIN||Singapore|Singapur|新加坡
HKG||Hong Kong||香港
MFM||Macau|Macao|澳门
CAN||Guangzhou|Cantón|广州
SZX||Shenzhen||深圳
XIY||Xi'an||西安
HGH||Hangzhou||杭州
WUH||Wuhan||武汉
CKG||Chongqing||重庆
KMG||Kunming||昆明
XMN||Xiamen||厦门
NKG||Nanjing|Nankín|南京
TAO||Qingdao||青岛
HAK||Haikou||海口
SYX||Sanya||三亚
FUK||Fukuoka||福冈
OKA||Okinawa||冲绳
PUS||Busan||釜山
CJU||Jeju||济州
MNL||Manila||马尼拉
CEB||Cebu||宿务
SGN||Ho Chi Minh City|Ciudad Ho Chi Minh|胡志明市
HAN||Hanoi||河内
DAD||Da Nang||岘港
PNH|KTI|Phnom Penh|Nom Pen|金边
HKT||Phuket||普吉
CNX||Chiang Mai||清迈
DPS||Denpasar||登巴萨
PEN||Penang||槟城
SYD||Sydney|Sídney|悉尼
BNE||Brisbane||布里斯班
PER||Perth||珀斯
ADL||Adelaide|Adelaida|阿德莱德
AKL||Auckland||奥克兰
CHC||Christchurch||基督城
NAN||Nadi||楠迪
POM||Port Moresby||莫尔兹比港
LAX||Los Angeles|Los Ángeles|洛杉矶
SFO||San Francisco||旧金山
SEA||Seattle||西雅图
LAS||Las Vegas||拉斯维加斯
SAN||San Diego||圣迭戈
PHX||Phoenix||凤凰城
DEN||Denver||丹佛
MSP||Minneapolis||明尼阿波利斯
ATL||Atlanta||亚特兰大
MIA||Miami||迈阿密
FLL||Fort Lauderdale||劳德代尔堡
MCO||Orlando||奥兰多
TPA||Tampa||坦帕
BOS||Boston||波士顿
PHL||Philadelphia|Filadelfia|费城
CLT||Charlotte||夏洛特
AUS||Austin||奥斯汀
MSY||New Orleans|Nueva Orleans|新奥尔良
SLC||Salt Lake City||盐湖城
PDX||Portland||波特兰
HNL||Honolulu||檀香山
ANC||Anchorage||安克雷奇
YVR||Vancouver||温哥华
YYC||Calgary||卡尔加里
YOW||Ottawa||渥太华
YQB||Quebec||魁北克
CUN||Cancun|Cancún|坎昆
GDL||Guadalajara||瓜达拉哈拉
MTY||Monterrey||蒙特雷
HAV||Havana|La Habana|哈瓦那
SDQ||Santo Domingo||圣多明各
PUJ||Punta Cana||蓬塔卡纳
SJU||San Juan||圣胡安
SJO||San Jose|San José|圣何塞
PTY||Panama City|Ciudad de Panamá|巴拿马城
GUA||Guatemala City|Ciudad de Guatemala|危地马拉城
SAL||San Salvador||圣萨尔瓦多
BOG||Bogota|Bogotá|波哥大
MDE||Medellin|Medellín|麦德林
CTG||Cartagena||卡塔赫纳
CLO||Cali||卡利
UIO||Quito||基多
GYE||Guayaquil||瓜亚基尔
LIM||Lima||利马
CUZ||Cusco||库斯科
LPB||La Paz||拉巴斯
VVI||Santa Cruz de la Sierra||圣克鲁斯
SCL||Santiago|Santiago de Chile|圣地亚哥
MVD||Montevideo||蒙得维的亚
ASU||Asuncion|Asunción|亚松森
COR||Cordoba|Córdoba|科尔多瓦
CCS||Caracas||加拉加斯
BSB||Brasilia||巴西利亚
SSA||Salvador||萨尔瓦多
REC||Recife||累西腓
FOR||Fortaleza||福塔莱萨
POA||Porto Alegre||阿雷格里港
CWB||Curitiba||库里蒂巴
`;
