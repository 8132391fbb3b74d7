#include "text/data/english_ja.h"

namespace sotto::text {

const std::string_view kEnglishInJapanese = R"(
aaa トリプルエー aacenc エーエーシーエンク aaron アーロン abandon アバンドン abandoned アバンダンド abbey アビー abbott アボット abbreviation アブリビエーション
abbreviations アブリビエーションズ abc エービーシー aberdeen アバディーン ability アビリティ able エイブル abnormal アブノーマル aborted アボーテッド
aborts アボーツ above アバブ abraham エイブラハム abroad アブロード abruptly アブラプトリー absence アブセンス absent アブセント absolutely アブソリュートリー
absorb アブソーブ absorbs アブソーブズ absurd アブサード abuse アビューズ abused アビューズド academic アカデミック academy アカデミー accelerate アクセラレート
accelerated アクセラレーテッド acceleration アクセラレーション accent アクセント accents アクセンツ acceptable アクセプタブル acceptance アクセプタンス
accepted アクセプテッド accepting アクセプティング accepts アクセプツ accessibility アクセシビリティ accessible アクセシブル accident アクシデント
accidental アクシデンタル accidentally アクシデンタリー accidents アクシデンツ acclaimed アクレイムド accommodate アコモデート accommodation アコモデーション
accompanied アカンパニード accompanying アカンパニイング according アコーディング accordingly アコーディングリー accordion アコーディオン
accountant アカウンタント accountants アカウンタンツ accounting アカウンティング accounts アカウンツ accredited アクレディテッド accumulate アキュミュレート
accuracy アキュラシー accurate アキュレート accuse アキューズ accused アキューズド ace エース achieve アチーブ acid アシッド acknowledge アクノリッジ
acknowledged アクノレッジド acknowledgement アクノレッジメント acknowledges アクノレッジズ acoustic アコースティック acres エイカーズ across アクロス act アクト
acting アクティング activated アクティベーテッド actix アクティックス actors アクターズ actress アクトレス acts アクツ actual アクチュアル
actually アクチュアリー acute アキュート acyclic アサイクリック ad アド ada エイダ adapt アダプト adapted アダプテッド adapters アダプターズ adapts アダプツ
added アデッド adding アディング addition アディション additional アディショナル addr アドレス addressed アドレスト addresses アドレシズ adds アッズ
adelaide アデレード adequate アデクエート adjacent アジャセント adjust アジャスト adjusted アジャステッド adjustment アジャストメント
administrator アドミニストレーター administrators アドミニストレーターズ admins アドミンズ admire アドマイア admit アドミット admits アドミッツ
admitted アドミッテッド admittedly アドミッテッドリー adobe アドビ adopted アドプテッド ads アッズ adult アダルト adults アダルツ advance アドバンス
advanced アドバンスト advantage アドバンテージ advantages アドバンテージズ adventure アドベンチャー advertises アドバタイジズ advice アドバイス
advise アドバイズ advisory アドバイザリー aerospace エアロスペース aes エーイーエス aesthetic エステティック affected アフェクテッド affiliate アフィリエイト
affinity アフィニティ afford アフォード afghanistan アフガニスタン afl エーエフエル africa アフリカ after アフター afternoon アフタヌーン
afterward アフターワード again アゲイン against アゲインスト age エイジ agency エージェンシー agenda アジェンダ agents エージェンツ ages エイジズ
agile アジャイル aging エイジング ago アゴー agree アグリー agreed アグリード agreement アグリーメント agrees アグリーズ ah アー ahead アヘッド ahmed アフメド
aid エイド aim エイム air エア airbnb エアビーアンドビー airflow エアフロー airline エアライン airplane エアプレーン airport エアポート aisle アイル
ajax エイジャックス akamai アカマイ alacritty アラクリティ alarm アラーム alarmed アラームド alarming アラーミング alarms アラームズ albany オールバニー
albeit オールビーイット album アルバム alcohol アルコール alembic アレンビック alexis アレクシス alfred アルフレッド algebra アルジェブラ alien エイリアン
aliens エイリアンズ aligned アラインド aligning アライニング alignment アラインメント alike アライク alison アリソン alive アライブ allen アレン
allergy アレルギー alley アレイ allies アライズ allison アリソン allocate アロケート allocates アロケーツ allocation アロケーション allocations アロケーションズ
allocator アロケーター allowance アラウアンス allowed アロウド allowing アラウイング allowlist アロウリスト allows アラウズ ally アライ almighty オールマイティ
almost オールモースト alone アローン along アロング aloud アラウド alphabet アルファベット alphabetical アルファベティカル alphabetically アルファベティカリー
already オールレディ also オールソー alt オルト altar オルター alter オルター altered オルタード alternate オルタネート alternative オルタナティブ
alternatives オルタナティブズ although オールゾー altogether オールトゥゲザー altsep オルトセップ aluminum アルミナム always オールウェイズ am アム
amateur アマチュア amazing アメージング ambiguity アンビギュイティ ambiguous アンビギュアス ambitious アンビシャス ambulance アンビュランス amd エーエムディー
amend アメンド amended アメンデッド amendments アメンドメンツ america アメリカ amino アミノ among アモング amortized アモータイズド amount アマウント
amounts アマウンツ ampersand アンパサンド amqp エーエムキューピー amsterdam アムステルダム amused アミューズド amy エイミー an アン anaconda アナコンダ
anagram アナグラム analyse アナライズ analyser アナライザー analysts アナリスツ analyze アナライズ analyzed アナライズド analyzing アナライジング
ancient エンシェント andre アンドレ andrea アンドレア andrew アンドリュー anew アニュー angel エンジェル angela アンジェラ angeles アンゼルス
angels エンジェルズ anger アンガー angle アングル anglo アングロ angry アングリー animal アニマル animals アニマルズ animated アニメーテッド
animations アニメーションズ anime アニメ anniversary アニバーサリー annotated アノテーテッド annotations アノテーションズ announce アナウンス
announced アナウンスト announcement アナウンスメント announces アナウンシズ annoyed アノイド annoying アノイイング annoys アノイズ anonymized アノニマイズド
anonymous アノニマス another アナザー answered アンサード answers アンサーズ antenna アンテナ anthony アンソニー anthropic アンソロピック
antialias アンチエイリアス antialiasing アンチエイリアシング antibiotics アンチバイオティックス antivirus アンチウイルス antlr アントラー ants アンツ
anxiety アングザイエティ anxious アンクシャス anybody エニバディ anycast エニーキャスト anymore エニモア anyone エニワン anything エニシング anyway エニウェイ
anywhere エニウェア apart アパート apartments アパートメンツ apocalypse アポカリプス apologies アポロジーズ apologize アポロジャイズ apologized アポロジャイズド
apology アポロジー apostrophe アポストロフィー apparatus アパラタス apparent アパレント apparently アパレントリー apparmor アップアーマー appeal アピール
appeals アピールズ appear アピア appearances アピアランシズ appeared アピアード appears アピアーズ appended アペンデッド appender アペンダー
appendix アペンディックス appends アペンズ appetite アペタイト appium アピウム apples アップルズ applied アプライド applies アプライズ applying アプライイング
appointment アポイントメント appointments アポイントメンツ appreciate アプリシエイト approach アプローチ approaches アプローチズ appropriate アプロプリエート
approval アプルーバル approvals アプルーバルズ approve アプルーブ approved アプルーブド approves アプルーブズ approximate アプロキシメート apps アップス
april エイプリル arabic アラビック arabs アラブズ arbitrary アービトラリー arc アーク arcade アーケード archbishop アーチビショップ architect アーキテクト
architects アーキテクツ architectural アーキテクチュラル architecture アーキテクチャー architectures アーキテクチャーズ archived アーカイブド
archives アーカイブズ arduino アルドゥイーノ are アー area エリア areas エリアズ aren アーン arena アリーナ argc アーグシー argentina アルゼンチン argo アルゴ
argocd アルゴシーディー argon アルゴン argue アーギュー argued アーギュード arguing アーギューイング argv アーグブイ arithmetic アリスメティック
arkansas アーカンソー arms アームズ army アーミー arnold アーノルド around アラウンド arranged アレンジド arrays アレイズ arrested アレステッド
arrival アライバル arrive アライブ arrived アライブド arrives アライブズ arrow アロー arrows アローズ art アート articles アーティクルズ
artifact アーティファクト artificial アーティフィシャル artist アーティスト as アズ asana アサナ asciidoc アスキードック ashore アショア ashton アシュトン
asian アジアン aside アサイド asis アズイズ ask アスク asked アスクト asking アスキング asks アスクス asleep アスリープ aspect アスペクト assembler アセンブラー
assembly アセンブリー assertions アサーションズ asserts アサーツ asses アセス assholes アスホールズ assigned アサインド assignment アサインメント
assigns アサインズ associated アソシエイテッド assume アシューム assumed アシュームド assumes アシュームズ assuming アシューミング assumption アサンプション
assumptions アサンプションズ assured アシュアード asterisk アスタリスク asthma アズマ astro アストロ asylum アサイラム asymptotic アシンプトティック
asynchronous アシンクロナス asynchronously アシンクロナスリー asyncio アシンクアイオー ate エイト atlassian アトラシアン atm エーティーエム
atmosphere アトモスフィア attached アタッチド attachment アタッチメント attachments アタッチメンツ attacker アタッカー attackers アタッカーズ attacks アタックス
attempts アテンプツ attend アテンド attendance アテンダンス attention アテンション attic アティック attract アトラクト attracted アトラクテッド
attraction アトラクション attractive アトラクティブ attracts アトラクツ attrs アトリビューツ auburn オーバーン auckland オークランド auction オークション
audible オーディブル audience オーディエンス auditor オーディター auditors オーディターズ augmentation オーグメンテーション august オーガスト aunt アント
austin オースティン austrian オーストリアン authenticated オーセンティケーテッド authenticator オーセンティケーター authorisation オーソライゼーション
authorise オーソライズ authority オーソリティ authorized オーソライズド authorizer オーソライザー authors オーサーズ autocomplete オートコンプリート
autoconf オートコンフ autoencoder オートエンコーダー automake オートメイク automata オートマタ automate オートメート automated オートメーテッド
automatic オートマチック automatically オートマティカリー automaton オートマトン autosave オートセーブ autoscaler オートスケーラー
autoscaling オートスケーリング autumn オータム availability アベイラビリティ available アベイラブル average アベレージ averages アベレージズ
averaging アベレージング avoid アボイド avoided アボイデッド avoiding アボイディング avoids アボイズ avro アブロ awaited アウェイテッド awake アウェイク
aware アウェア away アウェイ awesome オーサム awk オーク awkward オークワード axe アックス axes アクシーズ axiom アクシオム axis アクシス axum アクサム
babe ベイブ babel バベル baby ベイビー babysitter ベビーシッター backed バックト backfill バックフィル backing バッキング backlink バックリンク
backlog バックログ backoff バックオフ backport バックポート backported バックポーテッド backpressure バックプレッシャー backpropagation バックプロパゲーション
backs バックス backslash バックスラッシュ backslashes バックスラッシュズ backtracks バックトラックス backups バックアップス backward バックワード
backwards バックワーズ bacon ベーコン bacteria バクテリア badass バッドアス badly バッドリー bag バッグ baggage バゲージ bags バッグズ bailey ベイリー
bake ベイク baker ベイカー bakery ベーカリー baking ベーキング balanced バランスト balances バランシズ balcony バルコニー bald ボールド ball ボール
balloon バルーン baltimore ボルチモア bamboo バンブー ban バン banana バナナ band バンド bandage バンデージ bandwidth バンドウィズス bang バン bangkok バンコク
bank バンク bankruptcy バンクラプシー banks バンクス barbecue バーベキュー barber バーバー barcelona バルセロナ barcode バーコード bare ベア barely ベアリー
bark バーク barked バークト barking バーキング barks バークス barn バーン baron バロン barred バード barrier バリア bars バーズ based ベースド
baseline ベースライン basement ベースメント basically ベーシカリー basics ベーシックス basis ベーシス basket バスケット basketball バスケットボール
batches バッチズ batching バッチング bath バス bathroom バスルーム bathtub バスタブ bats バッツ batteries バッテリーズ battery バッテリー battle バトル bay ベイ
bayern バイエルン bayesian ベイジアン bazel ベイゼル bcrypt ビークリプト bdd ビーディーディー be ビー beach ビーチ beacon ビーコン beacons ビーコンズ
beam ビーム beans ビーンズ bear ベア beard ビアード bears ベアズ beat ビート beats ビーツ beautiful ビューティフル beautifully ビューティフリー
beauty ビューティー became ビケイム because ビコーズ become ビカム becomes ビカムズ bed ベッド beds ベッズ beef ビーフ been ビーン beep ビープ beeps ビープス
bees ビーズ beforehand ビフォーハンド beg ベグ began ビギャン beginner ビギナー beginners ビギナーズ beginning ビギニング begins ビギンズ begun ビガン
behalf ビハーフ behave ビヘイブ behaves ビヘイブズ behavioral ビヘイビアラル behaviour ビヘイビア behind ビハインド beijing ベイジン being ビーイング
belgium ベルジャム belief ビリーフ believed ビリーブド believes ビリーブズ bell ベル belong ビロング belonged ビロングド belongs ビロングズ below ビロー
belt ベルト benchmarks ベンチマークス bend ベンド beneath ビニース benefit ベネフィット benefits ベネフィッツ bent ベント berlin ベルリン bernie バーニー
beside ビサイド besides ビサイズ best ベスト bet ベット betrayed ビトレイド better ベター between ビトウィーン bevy ベビー beyond ビヨンド bezier ベジェ
bfloat ビーフロート bgp ビージーピー bias バイアス biases バイアシズ bible バイブル bicycle バイシクル bicycles バイシクルズ biden バイデン bieber ビーバー
big ビッグ bigger ビッガー biggest ビッゲスト bigquery ビッグクエリー bike バイク bikes バイクス bikini ビキニ bill ビル billed ビルド billing ビリング
billion ビリオン billionaire ビリオネア bills ビルズ binding バインディング bindings バインディングズ binds バインズ bio バイオ biome バイオーム
bipartite バイパータイト bird バード birds バーズ birth バース birthdays バースデイズ bisect バイセクト bisecting バイセクティング bishop ビショップ
bison バイソン bitbucket ビットバケット bitcoin ビットコイン bite バイト bites バイツ bitmap ビットマップ bitmask ビットマスク bitrate ビットレート bits ビッツ
bitter ビター bitwise ビットワイズ bizarre ビザール black ブラック blacklist ブラックリスト blades ブレイズ blame ブレイム blamed ブレイムド blames ブレイムズ
blaming ブレイミング blank ブランク blanket ブランケット blanks ブランクス blazor ブレイザー blender ブレンダー blessing ブレッシング blew ブルー
blind ブラインド blindly ブラインドリー blink ブリンク blinking ブリンキング blinks ブリンクス blockchain ブロックチェーン blocked ブロックト
blockers ブロッカーズ blocking ブロッキング blocklist ブロックリスト blocks ブロックス blood ブラッド bloom ブルーム blow ブロー blows ブローズ blu ブルー
blue ブルー bluetooth ブルートゥース blunt ブラント bluntly ブラントリー blur ブラー blurred ブラード boarding ボーディング boards ボーズ boat ボート
boats ボーツ bogus ボーガス boilerplate ボイラープレート boiling ボイリング boils ボイルズ bokeh ボケ bomb ボム bombing ボミング bombs ボムズ bone ボーン
bones ボーンズ bonus ボーナス bonuses ボーナシズ booked ブックト booking ブッキング bookings ブッキングズ bookmark ブックマーク bookmarks ブックマークス
books ブックス boot ブート bootloader ブートローダー boots ブーツ bootstrapped ブートストラップト bootstrapping ブートストラッピング borders ボーダーズ
bored ボアード boring ボーリング born ボーン borough バラ borrow ボロー borrowed ボロード boss ボス boston ボストン both ボース bother ボザー bothers ボザーズ
botnet ボットネット bots ボッツ bottle ボトル bottleneck ボトルネック bottles ボトルズ bottom ボトム bought ボート boulder ボルダー boulevard ブールバード
bounce バウンス bounced バウンスト bounces バウンシズ bound バウンド boundaries バウンダリーズ boundary バウンダリー bounded バウンデッド bounds バウンズ
bowl ボウル boxer ボクサー boxes ボックシズ boxing ボクシング boy ボーイ boyd ボイド boys ボーイズ brace ブレース bracelet ブレスレット bracket ブラケット
brad ブラッド bradford ブラッドフォード bradley ブラッドリー brain ブレイン brake ブレーキ brakes ブレークス branches ブランチズ brand ブランド
brandon ブランドン brazil ブラジル breach ブリーチ bread ブレッド breadcrumb ブレッドクラム breadcrumbs ブレッドクラムズ breakdown ブレイクダウン
breakfast ブレックファスト breaking ブレイキング breaks ブレイクス breath ブレス breathe ブリーズ breathing ブリージング bred ブレッド brexit ブレグジット
brian ブライアン bride ブライド bridges ブリッジズ brief ブリーフ briefly ブリーフリー brighter ブライター brightness ブライトネス bring ブリング
bringing ブリンギング brings ブリングズ britain ブリテン brittle ブリトル broad ブロード broadcast ブロードキャスト broadcom ブロードコム broke ブローク
broken ブロークン broncos ブロンコス bronze ブロンズ brooke ブルック brother ブラザー brothers ブラザーズ brotli ブロトリ brought ブロート brown ブラウン
brownfield ブラウンフィールド browsers ブラウザーズ bruce ブルース brush ブラシ brushed ブラッシュト brussels ブリュッセル brutal ブルータル bryan ブライアン
bryant ブライアント bson ビーソン bubbles バブルズ buckets バケッツ buddha ブッダ buddhist ブディスト budget バジェット buffalo バッファロー
buffered バッファード buffers バッファーズ buflen バフレン bufsize バフサイズ buildkit ビルドキット builds ビルズ buildx ビルドエックス built ビルト
builtin ビルトイン builtins ビルトインズ bulb バルブ bulgarian ブルガリアン bulk バルク bullet バレット bulletin ブレティン bully ブリー bump バンプ
bumped バンプト bundled バンドルド bundles バンドルズ bundling バンドリング burden バーデン bureau ビューロー burger バーガー buried ベリード burn バーン
burned バーンド burning バーニング burns バーンズ burnt バーント burst バースト bursts バースツ buses バシズ bush ブッシュ busiest ビジエスト busy ビジー
but バット butcher ブッチャー butt バット butter バター buttons ボタンズ buyer バイヤー buying バイイング buys バイズ bypass バイパス bypassed バイパスト
bytecode バイトコード bzip ビージップ cabbage キャベツ cabin キャビン cable ケーブル cables ケーブルズ caching キャッシング cactus カクタス caesar シーザー
cafe カフェ cage ケージ cairo カイロ cake ケーキ cakes ケークス calcium カルシウム calculated カルキュレーテッド calculates カルキュレーツ
calculation カルキュレーション calculator カルキュレーター calculus カルキュラス calendars カレンダーズ calf カーフ calibrated キャリブレーテッド
calibration キャリブレーション california カリフォルニア callbacks コールバックス called コールド callee コーリー callers コーラーズ calling コーリング
calls コールズ calm カーム calmer カーマー calmly カームリー calories カロリーズ calvin カルビン cambodia カンボジア cambridge ケンブリッジ came ケイム
cameras カメラズ cameron キャメロン camp キャンプ campaign キャンペーン campbell キャンベル camped キャンプト campsite キャンプサイト can キャン canada カナダ
canal カナル canary カナリア canceled キャンセルド canceling キャンセリング cancellation キャンセレーション cancelled キャンセルド cancelling キャンセリング
cancels キャンセルズ candidate キャンディデート candidates キャンディデーツ candle キャンドル candles キャンドルズ cannot キャノット canonical カノニカル
cant カント cap キャップ capable ケイパブル capacitance キャパシタンス capacitor キャパシター capital キャピタル capitals キャピタルズ capped キャップト
caps キャップス capsule カプセル captain キャプテン captcha キャプチャ captions キャプションズ captured キャプチャード car カー cardiac カーディアック
cardinality カーディナリティ cards カーズ care ケア career キャリア careful ケアフル carefully ケアフリー careless ケアレス cares ケアズ caribbean カリビアン
carlos カルロス carol キャロル carolina カロライナ caroline キャロライン carousel カルーセル carpenter カーペンター carpet カーペット carrie キャリー
carried キャリード carrier キャリア carries キャリーズ carroll キャロル carrots キャロッツ carry キャリー carrying キャリーイング cars カーズ
cartesian カルテシアン cartoon カートゥーン carts カーツ carved カーブド cases ケーシズ cash キャッシュ cashier キャッシャー casino カジノ cassandra カサンドラ
casting キャスティング castle キャッスル castro カストロ casual カジュアル cat キャット catalogue カタログ catalyst カタリスト catches キャッチズ
catching キャッチング categories カテゴリーズ cathedral カテドラル catherine キャサリン cats キャッツ caught コート cause コーズ caused コーズド causes コージズ
causing コージング caution コーション cautious コーシャス cave ケイブ cbor シーボア cdn シーディーエヌ ceiling シーリング celebrate セレブレート cellar セラー
cells セルズ celsius セルシウス cemetery セメタリー censorship センサーシップ cent セント centered センタード centimeters センチメーターズ centos セントオーエス
central セントラル centre センター cents センツ century センチュリー ceo シーイーオー cepstral ケプストラル cereal シリアル ceremony セレモニー
certain サートゥン certainly サートゥンリー certainty サーテンティ certificates サーティフィケーツ cgroup シーグループ cgroups シーグループス chained チェーンド
chair チェア chairman チェアマン chairs チェアズ challenge チャレンジ chamber チェンバー chambers チェンバーズ champions チャンピオンズ
championship チャンピオンシップ championships チャンピオンシップス chance チャンス changed チェンジド changes チェンジズ changeset チェンジセット
changesets チェンジセッツ changing チェンジング channels チャンネルズ chaos カオス chapter チャプター chapters チャプターズ characters キャラクターズ
charge チャージ charged チャージド charger チャージャー charges チャージズ charging チャージング charity チャリティ charleston チャールストン charlie チャーリー
charlotte シャーロット charm チャーム charts チャーツ chase チェイス chased チェイスト chasing チェイシング chatbot チャットボット chatbots チャットボッツ
chatgpt チャットジーピーティー chatty チャッティー chdir チェンジディレクトリ cheap チープ cheaper チーパー cheapest チーペスト cheating チーティング
checkboxes チェックボックシズ checked チェックト checking チェッキング checklist チェックリスト checkpointing チェックポインティング checks チェックス
checksums チェックサムズ cheer チア cheers チアーズ cheese チーズ chef シェフ chemistry ケミストリー cherries チェリーズ cherry チェリー
cherrypick チェリーピック chess チェス chest チェスト chester チェスター chew チュー chewed チュード chflags チェンジフラグズ chicago シカゴ chicken チキン
chickens チキンズ childhood チャイルドフッド childish チャイルディッシュ chile チリ chin チン china チャイナ chinese チャイニーズ chip チップ chips チップス
chloe クロエ chmod シーエイチモッド chocolate チョコレート choice チョイス choices チョイシズ choir クワイア chokes チョークス cholesky コレスキー
cholesterol コレステロール choose チューズ chooses チュージズ choosing チュージング chop チョップ chore チョア chose チョーズ chosen チョーズン
chown チェンジオーナー christ クライスト christian クリスチャン christianity クリスチャニティ christians クリスチャンズ christie クリスティー
christina クリスティーナ christmas クリスマス chroma クロマ chroot シーエイチルート chtype シーエイチタイプ church チャーチ churchill チャーチル
cia シーアイエー cidr サイダー cinema シネマ cipher サイファー ciphers サイファーズ ciphertext サイファーテキスト circleci サークルシーアイ circles サークルズ
circuit サーキット circular サーキュラー circumstances サーカムスタンシズ citation サイテーション citations サイテーションズ cited サイテッド cities シティーズ
citizens シチズンズ city シティ civic シビック civil シビル claim クレーム claimed クレイムド claiming クレイミング claims クレームズ claire クレア
clap クラップ clapped クラップト clarity クラリティ clash クラッシュ clashes クラッシュズ classified クラシファイド classifier クラシファイア
classroom クラスルーム clause クローズ clauses クロージズ cleaned クリーンド cleaner クリーナー cleanest クリーネスト cleaning クリーニング cleanly クリーンリー
cleans クリーンズ cleared クリアード clearer クリアラー clearing クリアリング clearly クリアリー clears クリアズ clergy クラージー clerk クラーク
cleveland クリーブランド clever クレバー clickable クリッカブル clicked クリックト clickhouse クリックハウス clicks クリックス clientside クライアントサイド
cliff クリフ clifford クリフォード climate クライメート climb クライム climbed クライムド climbing クライミング climbs クライムズ clinic クリニック
clinton クリントン clip クリップ clipped クリップト clipping クリッピング clippy クリッピー clips クリップス clocks クロックス cloned クローンド
cloning クローニング closed クローズド closely クロースリー closer クローサー closes クロージズ closest クローセスト closet クローゼット closing クロージング
closure クロージャー closures クロージャーズ cloth クロス clothes クローズ clothing クロージング cloudformation クラウドフォーメーション
cloudfront クラウドフロント clouds クラウズ cloudwatch クラウドウォッチ cloudy クラウディ clown クラウン club クラブ clue クルー clustering クラスタリング
clusters クラスターズ coach コーチ coalition コーアリション coarse コース coast コースト coats コーツ cocaine コカイン cockroachdb コックローチディービー
cocktail カクテル coconut ココナッツ codebase コードベース codecov コードコブ codecs コーデックス coded コーデッド coding コーディング cody コーディ
coefficient コエフィシェント coffee コーヒー coffees コーヒーズ coffin コフィン cognito コグニート cohen コーエン coin コイン coincidence コインシデンス
coins コインズ cola コーラ colab コラボ colder コールダー coldest コールデスト collapse コラプス collapsed コラプスト collapses コラプシズ collar カラー
collation コレーション colleague コリーグ colleagues コリーグズ collected コレクテッド collecting コレクティング collects コレクツ college カレッジ
collide コライド collision コリジョン collisions コリジョンズ colon コロン colonel カーネル colonial コロニアル colorado コロラド colored カラード
colorful カラフル colors カラーズ colour カラー colours カラーズ cols コルズ columbia コロンビア columbus コロンバス combat コンバット
combination コンビネーション combinations コンビネーションズ combine コンバイン combined コンバインド combining コンバイニング combobox コンボボックス
comes カムズ comet コメット comfort コンフォート comfortable コンフォータブル comfortably コンフォタブリー coming カミング commas カンマズ
commented コメンテッド commercial コマーシャル commission コミッション commitlint コミットリント committed コミッテッド committee コミッティー
commonly コモンリー communication コミュニケーション commute コミュート compact コンパクト compaction コンパクション companies カンパニーズ
compared コンペアード compares コンペアズ comparing コンペアリング comparison コンパリソン comparisons コンパリソンズ compass コンパス
compatibility コンパチビリティ compatible コンパチブル compelled コンペルド compensate コンペンセイト compensated コンペンセーテッド compete コンピート
competition コンペティション competitor コンペティター compilation コンピレーション compiled コンパイルド compilers コンパイラーズ compiles コンパイルズ
compiling コンパイリング complain コンプレイン complained コンプレインド complaining コンプレイニング complains コンプレインズ complaint コンプレイント
complaints コンプレインツ completed コンプリーテッド completes コンプリーツ completion コンプリーション complex コンプレックス complexity コンプレキシティ
complicated コンプリケーテッド composable コンポーザブル composition コンポジション comprehensive コンプリヘンシブ compressed コンプレスト
compresses コンプレシズ compressing コンプレッシング compression コンプレッション compromise コンプロマイズ compromised コンプロマイズド
computation コンピューテーション computed コンピューテッド computes コンピューツ computing コンピューティング concatenation コンカチネーション
concentrate コンセントレート concentration コンセントレーション concept コンセプト concern コンサーン concerned コンサーンド concerns コンサーンズ
concert コンサート conclude コンクルード concluded コンクルーデッド concludes コンクルーズ conclusion コンクルージョン conclusions コンクルージョンズ
concrete コンクリート concurrent コンカレント concurrently コンカレントリー conda コンダ condemn コンデム conditional コンディショナル
conditioner コンディショナー conditions コンディションズ conductor コンダクター cone コーン conference カンファレンス confidence コンフィデンス
confident コンフィデント configmap コンフィグマップ configs コンフィグズ configurable コンフィギュラブル configurations コンフィギュレーションズ
configured コンフィギュアード confined コンファインド confirmation コンファメーション confirmed コンファームド confirms コンファームズ conflicts コンフリクツ
confluence コンフルエンス conform コンフォーム confused コンフューズド confuses コンフュージズ confusing コンフュージング
congratulations コングラチュレーションズ congressman コングレスマン connected コネクテッド connecticut コネチカット connecting コネクティング
connections コネクションズ conquer コンカー cons コンズ conscious コンシャス consciousness コンシャスネス consecutive コンセキュティブ consensus コンセンサス
consent コンセント consequence コンシクエンス consequences コンシクエンシズ consequently コンセクエントリー conservative コンサバティブ consider コンシダー
considerably コンシダラブリー considered コンシダード considering コンシダリング considers コンシダーズ consist コンシスト consistency コンシステンシー
consistent コンシステント consists コンシスツ consolidated コンソリデーテッド constantly コンスタントリー constitutes コンスティチューツ
constraints コンストレインツ construction コンストラクション constructors コンストラクターズ consul コンスル consult コンサルト consumed コンシュームド
consumers コンシューマーズ consumption コンサンプション contacts コンタクツ contain コンテイン contained コンテインド containerd コンテナーディー
containerization コンテナライゼーション containerize コンテナライズ containing コンテイニング contains コンテインズ contention コンテンション
contents コンテンツ contest コンテスト contiguous コンティギュアス continent コンティネント continued コンティニュード continues コンティニューズ
continuing コンティニューイング continuity コンティニュイティ continuous コンティニュアス continuously コンティニュアスリー contractor コントラクター
contracts コントラクツ contradict コントラディクト contradicts コントラディクツ contrary コントラリー contrast コントラスト contravariant コントラバリアント
contribution コントリビューション contributor コントリビューター contributors コントリビューターズ controlled コントロールド controls コントロールズ
convenience コンビニエンス convenient コンビニエント convention コンベンション conventions コンベンションズ converges コンバージズ conversation カンバセーション
conversion コンバージョン converted コンバーテッド converts コンバーツ convince コンビンス convinced コンビンスト convincing コンビンシング
convolution コンボリューション convolutional コンボリューショナル cook クック cooked クックト cooking クッキング cooks クックス cool クール cooler クーラー
cooperation コーオペレーション coordinate コーディネート coordinates コーディネーツ coordinator コーディネーター copes コープス copied コピード copies コピーズ
copilot コパイロット coping コーピング copyfileobj コピーファイルオブジェクト copying コピーイング copyright コピーライト coqui コーキ coral コーラル
cordova コルドバ corepack コアパック cores コアズ corner コーナー corners コーナーズ cornwall コーンウォール coroutine コルーチン coroutines コルーチンズ
corporate コーポレート corps コー corpus コーパス correct コレクト corrected コレクテッド correcting コレクティング correction コレクション
corrections コレクションズ correctly コレクトリー correctness コレクトネス correlation コリレーション corresponds コレスポンズ corridor コリドー
corrupt コラプト corrupted コラプテッド corruption コラプション corrupts コラプツ cosine コサイン cosmetic コスメティック costs コスツ cottage コテージ
couchdb カウチディービー cough コフ coughing コフィング could クッド couldn クドゥン council カウンシル counsel カウンセル countdown カウントダウン
counted カウンテッド counters カウンターズ counting カウンティング countries カントリーズ country カントリー countryside カントリーサイド counts カウンツ
coup クー couple カップル coupled カップルド coupling カップリング courage カレッジ courier クーリエ course コース court コート courtesy コーテシー
cousin カズン covariance コバリアンス cover カバー covers カバーズ cow カウ cows カウズ cppmode シーピーピーモード cqrs シーキューアールエス crack クラック
cracked クラックト cracks クラックス crafted クラフテッド craig クレイグ crane クレーン crashed クラッシュト crashes クラッシュズ crashing クラッシング
crawl クロール crawler クローラー crawlers クローラーズ cream クリーム creates クリエイツ creating クリエイティング creation クリエイション credit クレジット
creep クリープ crept クレプト crew クルー cried クライド cries クライズ crime クライム criminal クリミナル criminals クリミナルズ crisis クライシス
crisp クリスプ criteria クライテリア criterion クライテリオン critical クリティカル criticism クリティシズム critics クリティックス crm シーアールエム
croatia クロアチア cronjob クーロンジョブ crontab クロンタブ crooked クルックト crop クロップ cropped クロップト cropping クロッピング cross クロス
crossed クロスト crosses クロシズ crossing クロッシング crowd クラウド crowded クラウデッド crucial クルーシャル cruel クルーエル cruise クルーズ
crush クラッシュ crushing クラッシング crust クラスト cruz クルーズ cry クライ crying クライイング cryptic クリプティック crypto クリプト
cryptocurrency クリプトカレンシー cryptographic クリプトグラフィック cryptography クリプトグラフィー ctime シータイム ctrl コントロール ctype シータイプ
ctypes シータイプス cuba キューバ cubes キューブズ cuisine キュイジーン culprit カルプリット cup カップ cupboard カップボード cups カップス
curdir カレントディレクトリ cure キュア cured キュアード curiosity キュリオシティ curious キュリアス curly カーリー currencies カレンシーズ
currently カレントリー curriculum カリキュラム curry カレー cursors カーソルズ curtain カーテン curtains カーテンズ curve カーブ curves カーブズ
customers カスタマーズ customise カスタマイズ customizable カスタマイザブル customization カスタマイゼーション customize カスタマイズ customs カスタムズ
cuts カッツ cutting カッティング cuz カズ cve シーブイイー cycle サイクル cycles サイクルズ cyclic サイクリック cyclist サイクリスト cyclists サイクリスツ
cylinder シリンダー cyprus キプロス cyrus サイラス dad ダッド daemonset デーモンセット dagster ダグスター daily デイリー dairy デアリー dakota ダコタ
dallas ダラス damage ダメージ damn ダム danced ダンスト dancer ダンサー dancing ダンシング danger デンジャー dangers デンジャーズ dangling ダングリング dao ダオ
dare デア dared デアード dares デアズ darkened ダークンド darker ダーカー darkness ダークネス darren ダレン das ダス dashboards ダッシュボーズ
databricks データブリックス dataclasses データクラシズ datadog データドッグ datagrip データグリップ datepicker デイトピッカー dates デイツ daughter ドーター
david デイビッド dawn ドーン dawned ドーンド daylight デイライト ddd ディーディーディー ddos ディードス deadline デッドライン deadlines デッドラインズ
deadlocked デッドロックト deadlocks デッドロックス deaf デフ deal ディール dealing ディーリング deals ディールズ dealt デルト dean ディーン dear ディア
death デス debate ディベート debounce デバウンス debounced デバウンスト debt デット debts デッツ debugging デバッギング debut デビュー decade ディケイド
decades ディケイズ december ディセンバー decent ディーセント decibels デシベルズ decide ディサイド decided ディサイデッド decides ディサイズ
deciding ディサイディング decimal デシマル decimals デシマルズ decisions ディシジョンズ decisive ディサイシブ deck デッキ declare デクレア declared デクレアード
declares デクレアズ declaring ディクレアリング decline ディクライン declined ディクラインド declining ディクライニング declspec デクルスペック
decoded デコーデッド decodes デコーズ decoding デコーディング decompiler デコンパイラー decompressobj ディコンプレスオブジェクト decoupling デカップリング
decreased ディクリースト dedent ディデント dedicated デディケーテッド deduplicated デデュプリケーテッド deep ディープ deepest ディーペスト deeply ディープリー
deepmind ディープマインド deer ディア defeat ディフィート defeats ディフィーツ defect ディフェクト defence ディフェンス deferred ディファード
defined デファインド defining ディファイニング definitely デフィニットリー definitions デフィニションズ degrades デグレーズ degree ディグリー
delattr デルアトリビュート delayed ディレイド delays ディレイズ delegates デリゲーツ deleting デリーティング deletion デリーション deletions デリーションズ
delhi デリー deliberate デリバレート deliberately デリバレートリー delightful ディライトフル delimiter デリミター delitem デルアイテム deliver デリバー
deliveries デリバリーズ delivers デリバーズ delivery デリバリー demand デマンド demanded ディマンデッド demanding ディマンディング demands デマンズ
dementia ディメンシア democratic デモクラティック demon デーモン demons デーモンズ demonstrates デモンストレーツ demonstrating デモンストレーティング
demonstrations デモンストレーションズ demultiplexer デマルチプレクサー denial ディナイアル denied デナイド denies ディナイズ dennis デニス
denominator デノミネーター denormal デノーマル denormalize デノーマライズ denormalized デノーマライズド dense デンス density デンシティ dentist デンティスト
denylist デナイリスト department デパートメント departments デパートメンツ departure デパーチャー depend ディペンド dependabot ディペンダボット
depending ディペンディング deployed デプロイド deploying デプロイイング deployments デプロイメンツ deploys デプロイズ deposit デポジット
deprecation デプリケーション deps デップス depths デプスス deputies デピュティーズ deputy デピュティ deque デック dequeue デキュー dequeued デキュード
derby ダービー derek デレク derivative デリバティブ derived デライブド descended ディセンデッド described ディスクライブド describes ディスクライブズ
descriptor ディスクリプター deserialization デシリアライゼーション deserialize デシリアライズ desert デザート deserve ディザーブ deserves ディザーブズ
designated デジグネーテッド designation デジグネーション designed デザインド designer デザイナー designers デザイナーズ designing デザイニング
designs デザインズ desirable デザイラブル desired デザイアード desk デスク desks デスクス desperate デスパレート desperately デスパレートリー dessert デザート
destroyed デストロイド destructive デストラクティブ destructor デストラクター detach デタッチ detached デタッチド detailed ディテールド detected ディテクテッド
detective ディテクティブ detects ディテクツ determinant ディターミナント determine ディターミン deterministic デターミニスティック devastated デバステーテッド
devastating デバステーティング develop デベロップ developed デベロップト developers デベロッパーズ deviation デビエーション devil デビル devon デボン
devotion ディボーション devsecops デブセックオプス dhcp ディーエイチシーピー diagnose ダイアグノーズ diagnosis ダイアグノーシス diagnostic ダイアグノスティック
diagnostics ダイアグノスティックス diagonal ダイアゴナル diagram ダイアグラム dialect ダイアレクト dialogs ダイアログズ dialogue ダイアログ
diameter ダイアミター diarization ダイアライゼーション diary ダイアリー dice ダイス didn ディドゥン didnt ディドント die ダイ died ダイド diego ディエゴ
diesel ディーゼル diet ダイエット differ ディファー differed ディファード difference ディファレンス differences ディファレンシズ differential ディファレンシャル
differently ディファレントリー differs ディファーズ difficulty ディフィカルティ diffusion ディフュージョン dig ディグ digging ディギング digit ディジット
digital デジタル digitalocean デジタルオーシャン digits ディジッツ dijkstra ダイクストラ dilemma ジレンマ dim ディム dimensions ディメンションズ dimmed ディムド
dinner ディナー dinosaurs ダイナソーズ dioxide ダイオキサイド dip ディップ diplomatic ディプロマティック directed ダイレクテッド direction ディレクション
directions ディレクションズ directly ダイレクトリー director ディレクター directories ディレクトリーズ directx ダイレクトエックス dirfd ディレクトリエフディー
dirty ダーティ disables ディスエーブルズ disabling ディスエーブリング disadvantage ディスアドバンテージ disagree ディスアグリー
disagreement ディスアグリーメント disagrees ディスアグリーズ disappear ディサピア disappeared ディスアピアード disappears ディサピアズ
disappointed ディサポインテッド disassembler ディスアセンブラー disaster ディザスター discard ディスカード discarded ディスカーデッド
discharged ディスチャージド disciplinary ディシプリナリー discipline ディシプリン disconnect ディスコネクト disconnects ディスコネクツ discount ディスカウント
discounts ディスカウンツ discouraged ディスカレッジド discover ディスカバー discovered ディスカバード discovery ディスカバリー discrepancy ディスクレパンシー
discuss ディスカス discussed ディスカスト discussion ディスカッション disease ディジーズ disguise ディスガイズ dish ディッシュ dishes ディッシュズ
disks ディスクス dismiss ディスミス dismissal ディスミッサル dismissed ディスミスト disney ディズニー disorder ディスオーダー disorders ディスオーダーズ
dispatched ディスパッチト displaced ディスプレイスト displayed ディスプレイド displays ディスプレイズ dispute ディスピュート disputed ディスピューテッド
disruption ディスラプション dissolves ディゾルブズ distance ディスタンス distances ディスタンシズ distinct ディスティンクト distinguish ディスティングイッシュ
distinguished ディスティングイッシュト distinguishes ディスティングイッシュズ distraction ディストラクション distributed ディストリビューテッド
distribution ディストリビューション district ディストリクト disturb ディスターブ disturbed ディスターブド disturbs ディスターブズ div ディブ dive ダイブ
diverge ダイバージ diverged ダイバージド divide ディバイド divided ディバイデッド dividend ディビデンド dividends ディビデンズ divides ディバイズ
dividing ディバイディング division ディビジョン divorce ディボース divorced ディボースト dixon ディクソン diy ディーアイワイ dizzy ディジー
dnssec ディーエヌエスセック docstring ドックストリング doctor ドクター documented ドキュメンテッド docusaurus ドキュサウルス docx ドックエックス dodged ドッジド
dodgers ドジャース doe ドー does ダズ doesn ダズン dog ドッグ dogs ドッグズ doing ドゥーイング doll ドール dollars ダラーズ domains ドメインズ
donation ドネーション donna ドナ donor ドナー dont ドント doom ドゥーム doomed ドゥームド door ドア doorbell ドアベル doors ドアーズ dorothy ドロシー
dose ドーズ doubled ダブルド doubles ダブルズ doubling ダブリング doubt ダウト doubtful ダウトフル doubts ダウツ dough ドー douglas ダグラス
downgrade ダウングレード downgraded ダウングレーデッド downloaded ダウンローデッド downloading ダウンローディング downloads ダウンローズ downside ダウンサイド
downstream ダウンストリーム downtime ダウンタイム doxygen ドキシジェン doyle ドイル dozen ダズン dozens ダズンズ drafts ドラフツ draggable ドラッガブル
dragged ドラッグド dragging ドラッギング dragon ドラゴン drags ドラッグズ drain ドレイン drainage ドレイネージ drained ドレインド draining ドレイニング
dramatic ドラマティック drank ドランク drawback ドローバック drawer ドロワー drawing ドローイング drawings ドローイングズ draws ドローズ dream ドリーム
dreams ドリームズ dress ドレス drew ドルー dried ドライド dries ドライズ drift ドリフト drifted ドリフテッド drifts ドリフツ drill ドリル drink ドリンク
drinking ドリンキング drinks ドリンクス dripping ドリッピング drips ドリップス drive ドライブ driven ドリブン drivers ドライバーズ drives ドライブズ
driving ドライビング drizzle ドリズル drone ドローン dropdown ドロップダウン dropout ドロップアウト dropouts ドロップアウツ droppable ドロッパブル
dropped ドロップト dropping ドロッピング drops ドロップス dropzone ドロップゾーン drought ドラウト drove ドローブ dubai ドバイ duchess ダッチェス ducks ダックス
dude デュード due デュー dug ダグ duke デューク dull ダル dummy ダミー dumped ダンプト dumps ダンプス duplicated デュプリケーテッド duplicates デュプリケーツ
duplication デュプリケーション durability デュラビリティ durations デュレーションズ durham ダラム during デュアリング dust ダスト duties デューティーズ
dying ダイイング dylan ディラン dynamically ダイナミカリー dynamodb ダイナモディービー eager イーガー eagerly イーガーリー ear イヤー earlier アーリアー
earliest アーリエスト early アーリー earned アーンド earns アーンズ ears イヤーズ earth アース earthquake アースクエイク ease イーズ easier イージアー
easiest イージエスト easily イージリー east イースト eastern イースタン easy イージー eat イート eaten イートゥン eating イーティング ebay イーベイ
ebook イーブック ebpf イービーピーエフ eclipse エクリプス ecological エコロジカル ecology エコロジー ecommerce イーコマース economy エコノミー
ecosystem エコシステム eddie エディー edgar エドガー edges エッジズ edinburgh エディンバラ edited エディテッド editing エディティング edition エディション
editorial エディトリアル editors エディターズ edits エディッツ educated エデュケーテッド education エデュケーション educational エデュケーショナル
edward エドワード edwards エドワーズ effective エフェクティブ effects エフェクツ efficient エフィシェント effort エフォート efforts エフォーツ egg エッグ
eggs エッグズ egress イーグレス egypt エジプト eigenvalue アイゲンバリュー eigenvector アイゲンベクター eight エイト eighteen エイティーン eighth エイス
eighty エイティ einstein アインシュタイン elapsed イラプスト elderly エルダリー eleanor エレノア elected エレクテッド election エレクション
electric エレクトリック electricity エレクトリシティ elegant エレガント elephant エレファント elevator エレベーター eleven イレブン eleventy イレブンティー
eli イーライ elif エルイフ elite エリート elizabeth エリザベス ellen エレン elliott エリオット elsewhere エルスウェア emacs イーマックス emails イーメールズ
embarrassing エンバラシング embassy エンバシー embedded エンベデッド embeddings エンベディングズ emerged エマージド emergencies エマージェンシーズ
emergency エマージェンシー emits エミッツ emitted エミッテッド emitter エミッター emma エマ emoji エモジ emotion エモーション emotional エモーショナル
emotionally エモーショナリー emotions エモーションズ emperor エンペラー emphasis エンファシス emphasized エンファサイズド employee エンプロイー
employees エンプロイーズ emptied エンプティード empties エンプティーズ emscripten エムスクリプテン emulator エミュレーター enables イネーブルズ
enacted エナクテッド encapsulation エンカプスレーション enclosed エンクローズド encoded エンコーデッド encodings エンコーディングズ encountered エンカウンタード
encourages エンカレッジズ encrypted エンクリプテッド encrypting エンクリプティング ended エンデッド endian エンディアン endianness エンディアンネス
endif エンドイフ ending エンディング endings エンディングズ endless エンドレス endorse エンドース ends エンズ endswith エンズウィズ endure エンデュア
enemies エネミーズ energy エナジー enforce エンフォース enforced エンフォースト engaged エンゲージド engaging エンゲージング engineer エンジニア
engineers エンジニアズ english イングリッシュ enhance エンハンス enhanced エンハンスト enjoy エンジョイ enjoyed エンジョイド enjoying エンジョイング
enlarge エンラージ enlarged エンラージド enormous イノーマス enough イナフ enqueue エンキュー enqueued エンキュード ensemble アンサンブル ensure エンシュア
ensuring エンシュアリング entered エンタード entering エンタリング enters エンターズ entertaining エンターテイニング entertainment エンターテインメント
enthusiasm エンスージアズム enthusiastic エンスージアスティック entire エンタイア entirely エンタイアリー entrance エントランス entries エントリーズ
entropy エントロピー enums イーナムズ environments エンバイロメンツ envoy エンボイ ephemeral エフェメラル episode エピソード epoch エポック epochs エポックス
epoll イーポール epub イーパブ equality イクオリティ equally イコーリー equator イクエーター equivalent イクイバレント era エラ erased イレースト
erases イレーシズ erasing イレージング ernest アーネスト erp イーアールピー errs アーズ escalator エスカレーター escaped エスケープト escaping エスケーピング
especially エスペシャリー essay エッセイ essence エッセンス essential エッセンシャル established エスタブリッシュド estate エステート estimate エスティメート
estimated エスティメーテッド estimates エスティメーツ etcd エトシーディー eternity エターニティ ethan イーサン ethereum イーサリアム ethernet イーサネット
ethical エシカル ethics エシックス ethnic エスニック etl イーティーエル euclidean ユークリディアン eugene ユージーン euler オイラー euro ユーロ
europe ヨーロッパ euros ユーロズ evaluate エバリュエート evaluated エバリュエーテッド evaluates エバリュエーツ evaluation エバリュエーション evan エバン
even イーブン evening イブニング evenly イーブンリー eventually イベンチュアリー ever エバー every エブリ everybody エブリバディ everyday エブリデイ
everyone エブリワン everything エブリシング evicted エビクテッド eviction エビクション evicts エビクツ evidence エビデンス evil イービル exabyte エクサバイト
exact イグザクト exactly イグザクトリー exam エグザム examine イグザミン examined エグザミンド exceed エクシード exceeded エクシーデッド excellent エクセレント
excerpt エクサープト excessive エクセッシブ exchange エクスチェンジ exchanged エクスチェンジド exciting エキサイティング exclamation エクスクラメーション
exclude エクスクルード excluded エクスクルーデッド excluding エクスクルーディング exclusive エクスクルーシブ excuse エクスキューズ executable エグゼキュータブル
executes エグゼキューツ execution エクセキューション exempt イグゼンプト exercise エクササイズ exhaust エグゾースト exhausted イグゾーステッド
exhibition エキシビション exile エグザイル existed イグジステッド existing イグジスティング exited イグジッテッド exits イグジッツ expanded エクスパンデッド
expansion エクスパンション expectation エクスペクテーション expectations エクスペクテーションズ expecting エクスペクティング expects エクスペクツ
expenditure エクスペンディチャー expense エクスペンス expenses エクスペンシズ expensive エクスペンシブ experience エクスペリエンス experiment エクスペリメント
experimental エクスペリメンタル experiments エクスペリメンツ expert エキスパート experts エキスパーツ expires エクスパイアズ explaining エクスプレイニング
explains エクスプレインズ explanation エクスプラネーション explanations エクスプラネーションズ explicit エクスプリシット explicitly エクスプリシットリー
explode エクスプロード exploded エクスプローデッド explodes エクスプローズ exploit エクスプロイト explore エクスプロア explored エクスプロアード
exponential エクスポネンシャル exported エクスポーテッド exporter エクスポーター exporting エクスポーティング expose エクスポーズ exposed エクスポーズド
exposes エクスポージズ expr エクスプル expressions エクスプレッションズ extended エクステンデッド extends エクステンズ extensions エクステンションズ
extent エクステント extracted エクストラクテッド extranet エクストラネット extreme エクストリーム extremely エクストリームリー extsep エクストセップ eye アイ
eyes アイズ facade ファサード facades ファサーズ face フェイス faces フェイシズ facilitate ファシリテート facilities ファシリティーズ facility ファシリティ
facing フェイシング fact ファクト factorial ファクトリアル factories ファクトリーズ facts ファクツ fade フェード faded フェイデッド fades フェイズ
failback フェイルバック failing フェイリング failover フェイルオーバー fails フェイルズ failsafe フェイルセーフ failures フェイリアーズ faint フェイント
fair フェア fairly フェアリー fairy フェアリー faithful フェイスフル fall フォール fallen フォールン falling フォーリング falls フォールズ familiar ファミリアー
families ファミリーズ family ファミリー famous フェイマス fan ファン fancy ファンシー fans ファンズ fantasy ファンタジー far ファー fargate ファーゲート
farmer ファーマー farmers ファーマーズ farther ファーザー fascinating ファシネーティング fashion ファッション fasten ファスン faster ファスター
fastify ファスティファイ fastly ファストリー fat ファット father ファーザー fatigue ファティーグ fault フォールト faults フォールツ faulty フォルティー
favor フェイバー favorite フェイバリット favour フェイバー fax ファックス fbi エフビーアイ fdopen エフディーオープン fear フィア feared フィアード
feasible フィージブル feat フィート february フェブラリー fed フェッド fee フィー feeding フィーディング feeds フィーズ feel フィール feeling フィーリング
feelings フィーリングズ feels フィールズ fees フィーズ feet フィート fell フェル fellowship フェローシップ felt フェルト female フィーメール
females フィーメールズ feminism フェミニズム fence フェンス ferguson ファーガソン fernando フェルナンド ferry フェリー fertility ファーティリティ
festival フェスティバル festivals フェスティバルズ fetched フェッチト fetches フェッチズ fetching フェッチング fever フィーバー few フュー fewer フューアー
fewest フューエスト fget エフゲット fi ファイ fiber ファイバー fibonacci フィボナッチ fibre ファイバー fifo フィフォ fifteen フィフティーン fifth フィフス
fifty フィフティー fight ファイト fighting ファイティング figure フィギュア figured フィギュアード figures フィギュアズ filed ファイルド
filesystem ファイルシステム filesystems ファイルシステムズ fill フィル filled フィルド filling フィリング fills フィルズ films フィルムズ filtered フィルタード
filtering フィルタリング filthy フィルシー finale フィナーレ finance ファイナンス finding ファインディング findings ファインディングズ finditer ファインドイター
findlinestarts ファインドラインスターツ finds ファインズ fine ファイン fined ファインド finetune ファインチューン finetuning ファインチューニング
finger フィンガー fingerprint フィンガープリント fingers フィンガーズ finished フィニッシュド finishes フィニッシュズ finishing フィニッシング
fintech フィンテック fire ファイア fired ファイアド firefighters ファイアファイターズ fires ファイアズ firestore ファイアストア firewall ファイアウォール
firewalls ファイアウォールズ fireworks ファイアワークス firing ファイアリング firm ファーム firmly ファームリー firmware ファームウェア
firstlineno ファーストラインノー fish フィッシュ fisherman フィッシャーマン fishing フィッシング fist フィスト fit フィット fits フィッツ five ファイブ
fixes フィクシズ fixing フィクシング fixup フィックスアップ flac フラック flagged フラグド flaky フレイキー flame フレーム flash フラッシュ flashes フラッシュズ
flashing フラッシング flashlight フラッシュライト flatbuffers フラットバッファーズ flatmate フラットメイト flats フラッツ flattened フラッテンド
flavor フレーバー flavour フレーバー flaw フロー flawed フロード flaws フローズ fled フレッド fleet フリート flew フルー flexbox フレックスボックス
flexibility フレキシビリティ flexible フレキシブル flicker フリッカー flickering フリッカリング flickers フリッカーズ flies フライズ flight フライト
flights フライツ flink フリンク flip フリップ flipped フリップト flips フリップス floating フローティング floats フローツ flood フラッド flooded フラッデッド
floods フラッズ floor フロア floordiv フロアディブ floors フロアズ florida フロリダ flour フラワー flower フラワー flowerpot フラワーポット flowers フラワーズ
flown フロウン flows フローズ flu フルー fluent フルーエント fluently フルーエントリー fluid フルーイド fluids フルーイズ flushed フラッシュド flux フラックス
fly フライ flying フライング flyweight フライウェイト fname エフネーム fnmatch エフエヌマッチ fog フォグ fold フォールド folded フォールデッド
folders フォルダーズ folding フォールディング folks フォークス followed フォロード following フォローイング follows フォローズ food フード foot フット
footnote フットノート footnotes フットノーツ footprint フットプリント forbes フォーブス forbid フォービッド forbidden フォービドゥン forbids フォービッズ
forced フォースト forces フォーシズ forcing フォーシング fore フォー foreach フォーイーチ forecast フォーキャスト foreground フォアグラウンド
foremost フォアモスト forensic フォレンジック forest フォレスト forever フォーエバー forgave フォーゲイブ forged フォージド forget フォゲット forgets フォゲッツ
forgetting フォゲッティング forgive フォーギブ forgiving フォーギビング forgot フォゴット forgotten フォゴットゥン forked フォークト forks フォークス
formal フォーマル formant フォルマント formation フォーメーション formats フォーマッツ formatted フォーマッテッド formatting フォーマッティング
formed フォームド former フォーマー formula フォーミュラ formulas フォーミュラズ forth フォース fortunate フォーチュネート fortunately フォーチュネートリー
fortune フォーチュン forty フォーティ forum フォーラム forwarded フォワーデッド fossil フォシル fought フォート foul ファウル foundation ファウンデーション
founded ファウンデッド fountain ファウンテン four フォー fourier フーリエ fourteen フォーティーン fourth フォース fox フォックス fps エフピーエス
fraction フラクション fractions フラクションズ fragile フラジャイル fragment フラグメント fragments フラグメンツ framebuffer フレームバッファー
framerate フレームレート frames フレームズ frameworks フレームワークス france フランス frankfurt フランクフルト frankly フランクリー fraser フレイザー
fraud フロード freak フリーク freaking フリーキング freebsd フリービーエスディー freed フリード freedom フリーダム freely フリーリー frees フリーズ
freeze フリーズ freezer フリーザー freezes フリージズ freezing フリージング french フレンチ frequency フリークエンシー frequent フリークエント
frequently フリークエントリー friction フリクション friday フライデー fridays フライデーズ fridge フリッジ friend フレンド friendlier フレンドリアー
friendly フレンドリー friends フレンズ friendship フレンドシップ frightened フライトンド fringe フリンジ frog フロッグ frost フロスト froze フローズ
frozen フローズン fruit フルーツ fruits フルーツ fry フライ fsdecode エフエスデコード fsencode エフエスエンコード fset エフセット fspath エフエスパス
fstat エフスタット fsync エフシンク fuel フューエル fuels フューエルズ fujitsu フジツー fulfil フルフィル fulfill フルフィル fullstack フルスタック
fully フルリー fumes フュームズ fun ファン functional ファンクショナル functor ファンクター funeral フューネラル furious フューリアス furniture ファーニチャー
further ファーザー fuzzer ファザー fuzzing ファジング gain ゲイン gained ゲインド gains ゲインズ galaxy ギャラクシー gallery ギャラリー gamble ギャンブル
games ゲームズ gamma ガンマ gandhi ガンジー gap ギャップ gaps ギャップス garage ガレージ garbled ガーブルド garcia ガルシア garden ガーデン gardener ガーデナー
gardening ガーデニング garlic ガーリック gary ゲイリー gas ガス gases ガスィズ gasoline ガソリン gate ゲート gather ギャザー gathered ギャザード
gatling ガトリング gatsby ギャツビー gauge ゲージ gaussian ガウシアン gave ゲイブ gdb ジーディービー gear ギア gene ジーン general ジェネラル
generally ジェネラリー generates ジェネレーツ generating ジェネレーティング generation ジェネレーション generous ジェネラス genes ジーンズ geneva ジュネーブ
genius ジーニアス genome ゲノム genre ジャンル gentle ジェントル gentleman ジェントルマン gentlemen ジェントルメン gently ジェントリー gentoo ジェンツー
genuine ジェニュイン genus ジーナス geocode ジオコード geocoding ジオコーディング geographical ジオグラフィカル geojson ジオジェイソン
geolocation ジオロケーション geometric ジオメトリック geometry ジオメトリー george ジョージ georgia ジョージア geospatial ジオスペーシャル gerald ジェラルド
german ジャーマン germany ジャーマニー getaddrinfo ゲットアドレスインフォ getatime ゲットエータイム getch ゲットチャー getctime ゲットシータイム
gethostbyname ゲットホストバイネーム getnchannels ゲットエヌチャンネルズ getnframes ゲットエヌフレームズ getpeername ゲットピアネーム
getpwnam ゲットピーダブリューネーム getpwuid ゲットピーダブリューユーアイディー gets ゲッツ getting ゲッティング ghost ゴースト ghosts ゴースツ
giant ジャイアント gifted ギフテッド gigabyte ギガバイト gigabytes ギガバイツ gigahertz ギガヘルツ girl ガール gist ジスト gitflow ギットフロー
gitops ギットオプス give ギブ given ギブン gives ギブズ giving ギビング glad グラッド glance グランス glass グラス glasses グラシズ glibc ジーリブシー
glitch グリッチ glob グロブ globe グローブ glossary グロッサリー glove グローブ gloves グローブズ glucose グルコース glue グルー glued グルード glyph グリフ
glyphs グリフス gnupg ジーエヌユーピージー goal ゴール goalkeeper ゴールキーパー goals ゴールズ goat ゴート god ゴッド goddess ゴッデス godot ゴドー gods ゴッズ
goes ゴーズ going ゴーイング goland ゴーランド gold ゴールド golden ゴールデン good グッド goodbye グッドバイ goods グッズ goose グース gorgeous ゴージャス
goroutine ゴルーチン goroutines ゴルーチンズ gossip ゴシップ got ゴット gotta ガッタ gotten ゴットゥン governed ガバンド government ガバメント gps ジーピーエス
gpus ジーピーユーズ grab グラブ grabbed グラブド grace グレース graceful グレースフル gracefully グレースフリー grade グレード grades グレーズ
gradient グラディエント gradients グラディエンツ gradio グラディオ gradually グラジュアリー graduation グラデュエーション grammar グラマー grammars グラマーズ
grams グラムズ grandchildren グランドチルドレン grandfather グランドファーザー grandma グランマ grandmother グランドマザー grandpa グランパ
grandson グランドサン granite グラナイト grant グラント granted グランテッド grants グランツ granular グラニュラー granularity グラニュラリティ
grapes グレープス graphics グラフィックス graphs グラフス grass グラス grateful グレイトフル great グレート greater グレーター greatest グレイテスト
greatly グレイトリー greedy グリーディー greek グリーク greenfield グリーンフィールド greenhouse グリーンハウス greeted グリーテッド greeting グリーティング
grew グルー grey グレー greyed グレイド grilled グリルド grip グリップ gripper グリッパー gross グロス ground グラウンド grounds グラウンズ grouped グループト
grouping グルーピング grown グロウン grows グロウズ growth グロース guarantee ギャランティー guarantees ギャランティーズ guarded ガーデッド guards ガーズ
guess ゲス guessed ゲスト guesses ゲシズ guessing ゲッシング guests ゲスツ guidance ガイダンス guideline ガイドライン guidelines ガイドラインズ guilty ギルティ
guinea ギニア guitar ギター gun ガン gunicorn ジーユニコーン guts ガッツ gym ジム habit ハビット habits ハビッツ hack ハック hackathon ハッカソン
hacked ハックト hackers ハッカーズ had ハド hairdresser ヘアドレッサー hairy ヘアリー haiti ハイチ half ハーフ halfway ハーフウェイ hall ホール
halloween ハロウィン hallucination ハルシネーション hallway ホールウェイ halt ホルト halts ホルツ halve ハーブ halved ハーブド halves ハーブズ hammer ハンマー
hammond ハモンド hampshire ハンプシャー hand ハンド handbook ハンドブック handed ハンデッド handful ハンドフル handing ハンディング handled ハンドルド
handles ハンドルズ handling ハンドリング handover ハンドオーバー hands ハンズ handshake ハンドシェイク handwriting ハンドライティング handwritten ハンドリトゥン
handy ハンディ hang ハング hanging ハンギング hangs ハングズ hannah ハンナ happen ハプン happened ハプンド happening ハプニング happens ハプンズ
happier ハッピアー happily ハッピリー happy ハッピー haproxy エイチエープロキシー harbor ハーバー hard ハード hardcoded ハードコーデッド hardening ハードニング
harder ハーダー hardest ハーデスト hardlink ハードリンク hardly ハードリー hardware ハードウェア harm ハーム harmful ハームフル harmless ハームレス
harness ハーネス harold ハロルド harris ハリス harrison ハリソン harsh ハーシュ harvest ハーベスト has ハズ hasattr ハズアトリビュート hashable ハッシャブル
hashed ハッシュト hashing ハッシング hashmap ハッシュマップ hashtable ハッシュテーブル hashtag ハッシュタグ hasn ハズン haste ヘイスト hastings ヘイスティングス
hat ハット hate ヘイト hates ヘイツ hatred ヘイトレッド hats ハッツ haul ホール haunted ホーンテッド have ハブ having ハビング hawaii ハワイ
haystack ヘイスタック hazard ハザード hazardous ハザーダス hbo エイチビーオー he ヒー headache ヘッドエイク heading ヘディング headings ヘディングズ
headline ヘッドライン headphones ヘッドフォンズ headquarters ヘッドクオーターズ heads ヘッズ headset ヘッドセット heal ヒール healthy ヘルシー
heapsort ヒープソート hear ヒア heard ハード hearing ヒアリング hears ヒアズ heart ハート heartbeat ハートビート heartbeats ハートビーツ heat ヒート
heated ヒーテッド heater ヒーター heating ヒーティング heavier ヘビアー heavily ヘビリー heavy ヘビー hedge ヘッジ heel ヒール heights ハイツ heir エア
held ヘルド helen ヘレン helicopter ヘリコプター helmet ヘルメット helped ヘルプト helpful ヘルプフル helping ヘルピング helps ヘルプス hence ヘンス her ハー
herd ハード here ヒア heroes ヒーローズ heroic ヒロイック hers ハーズ herself ハーセルフ hertz ヘルツ hesitate ヘジテート hessian ヘッシアン
heuristic ヒューリスティック heuristics ヒューリスティクス hex ヘックス hexadecimal ヘキサデシマル hexdigest ヘックスダイジェスト hexo ヘクソ
hibernate ハイバネート hiccup ヒカップ hid ヒド hides ハイズ hiding ハイディング hierarchical ヒエラルキカル hierarchies ヒエラルキーズ hierarchy ヒエラルキー
higher ハイヤー highest ハイエスト highlight ハイライト highlighted ハイライテッド highlights ハイライツ highly ハイリー highway ハイウェイ hikers ハイカーズ
hiking ハイキング hill ヒル hills ヒルズ him ヒム himself ヒムセルフ hindi ヒンディー hindu ヒンドゥー hint ヒント hints ヒンツ hip ヒップ hire ハイア
hired ハイアド hiring ハイアリング his ヒズ histogram ヒストグラム histograms ヒストグラムズ historical ヒストリカル hit ヒット hitachi ヒタチ hitch ヒッチ
hitler ヒトラー hits ヒッツ hiv エイチアイブイ hive ハイブ hmac エイチマック hobby ホビー hockey ホッケー hokkaido ホッカイドー hold ホールド
holding ホールディング holds ホールズ hole ホール holes ホールズ holiday ホリデー holidays ホリデーズ holly ホリー hollywood ハリウッド homepage ホームページ
homer ホーマー homes ホームズ homework ホームワーク homicide ホミサイド hon オン honest オネスト honesty オネスティ honey ハニー honeymoon ハネムーン
honeypot ハニーポット hono ホノ honor オナー honour オナー hooked フックト hooker フッカー hop ホップ hope ホープ hoped ホープト hopes ホープス
hoping ホーピング horizon ホライズン horizontal ホリゾンタル horizontally ホリゾンタリー hormone ホルモン hormones ホルモンズ horrific ホリフィック horse ホース
horses ホーシズ hose ホース hospital ホスピタル hospitals ホスピタルズ hosted ホステッド hostel ホステル hostile ホスタイル hosting ホスティング hosts ホスツ
hotel ホテル hotels ホテルズ hotfix ホットフィックス hotfixes ホットフィックシズ hotline ホットライン hotspot ホットスポット hotspots ホットスポッツ
hourly アワリー house ハウス household ハウスホールド households ハウスホールズ houses ハウジズ houston ヒューストン hovering ホバリング how ハウ
howard ハワード however ハウエバー hudson ハドソン hug ハグ huge ヒュージ hugepages ヒュージページズ hugged ハグド huggingface ハギングフェイス hughes ヒューズ
hugo ヒューゴ hum ハム human ヒューマン humans ヒューマンズ humid ヒューミッド humidity ヒューミディティ hunch ハンチ hundred ハンドレッド hundreds ハンドレッズ
hung ハング hungry ハングリー hunt ハント hunter ハンター hurry ハリー hurt ハート hurting ハーティング husband ハズバンド husky ハスキー hut ハット
hydration ハイドレーション hydraulic ハイドローリック hygiene ハイジーン hype ハイプ hyperlink ハイパーリンク hyperparameter ハイパーパラメーター
hyperparameters ハイパーパラメーターズ hypertext ハイパーテキスト hyperv ハイパーブイ hypervisor ハイパーバイザー hyphen ハイフン hyphens ハイフンズ
hypothesis ハイポセシス iaas イアース ice アイス iceberg アイスバーグ iceland アイスランド icmp アイシーエムピー icy アイシー idea アイデア ideal アイディアル
ideally アイディアリー ideas アイデアズ idempotence アイデムポテンス idempotency アイデンポテンシー idempotent アイデンポテント identical アイデンティカル
identified アイデンティファイド identifier アイデンティファイア identifiers アイデンティファイアーズ identify アイデンティファイ
identifying アイデンティファイング identity アイデンティティ ideology イデオロジー idiomatic イディオマティック idiot イディオット idiots イディオッツ
ifndef イフエヌデフ ignored イグノアド ignores イグノアズ ignoring イグノアリング ill イル illegal イリーガル illegally イリーガリー illinois イリノイ
illness イルネス illustrator イラストレーター imagination イマジネーション imagine イマジン imap アイマップ imbalance インバランス imitate イミテート
immediate イミディエイト immediately イミディエイトリー immigrant イミグラント immigrants イミグランツ immigration イミグレーション immune イミューン
immutable イミュータブル impact インパクト impatient インペイシェント imperfect インパーフェクト implementation インプリメンテーション
implementations インプリメンテーションズ implemented インプリメンテッド implies インプライズ imply インプライ importance インポータンス important インポータント
importantly インポータントリー imported インポーテッド importing インポーティング imposed インポーズド imposing インポージング impossible インポッシブル
impressed インプレスト impression インプレッション impressions インプレッションズ impressive インプレッシブ imprisonment インプリズンメント improve インプルーブ
improved インプルーブド improvement インプルーブメント improvements インプルーブメンツ improves インプルーブズ improving インプルービング
inaccurate インアキュレート inactive インアクティブ inactivity インアクティビティ inadequate インアデクエート inbox インボックス inches インチズ
incident インシデント incidents インシデンツ included インクルーデッド includes インクルーズ including インクルーディング income インカム incoming インカミング
incompatible インコンパチブル incomplete インコンプリート inconsistent インコンシステント inconvenience インコンビニエンス incorrect インコレクト
incorrectly インコレクトリー increase インクリース increased インクリースト increases インクリーシズ increasing インクリーシング increment インクリメント
incremental インクリメンタル incrementally インクリメンタリー incremented インクリメンテッド indeed インディード indefinitely インデフィニトリー
indentation インデンテーション indented インデンテッド independent インディペンデント independently インディペンデントリー indexed インデックスト
indexer インデクサー indexing インデクシング indicates インディケーツ indicator インジケーター indie インディー indigenous インディジナス indonesia インドネシア
indoors インドアズ industry インダストリー inet アイネット infectious インフェクシャス inference インファレンス inferior インフェリア inferred インファード
infinite インフィニット inflammation インフラメーション inflammatory インフラマトリー influence インフルエンス influxdb インフラックスディービー
inform インフォーム information インフォメーション informed インフォームド infrastructure インフラストラクチャー inhabitants インハビタンツ
inherent インヘレント inheritance インヘリタンス inherited インヘリテッド inherits インヘリッツ initialisation イニシャライゼーション initialise イニシャライズ
initialization イニシャライゼーション initialized イニシャライズド initializer イニシャライザー initially イニシャリー injected インジェクテッド
injured インジャード injury インジャリー ink インク inlined インラインド inlines インラインズ inlining インライニング inmates インメイツ inn イン
innocent イノセント inode アイノード inodes アイノーズ inquiry インクワイアリー insects インセクツ insecure インセキュア insensitive インセンシティブ
inserted インサーテッド inserting インサーティング insertion インサーション inserts インサーツ inside インサイド insider インサイダー insisted インシステッド
insists インシスツ insomnia インソムニア inspected インスペクテッド inspection インスペクション inspector インスペクター inspirational インスピレーショナル
inspired インスパイアド instagram インスタグラム installation インストレーション installed インストールド installing インストーリング installs インストールズ
instances インスタンシズ instant インスタント instantiated インスタンシエーテッド instantiating インスタンシエイティング instantly インスタントリー
instructed インストラクテッド instruction インストラクション instructions インストラクションズ instrument インストゥルメント instrumented インストゥルメンテッド
instruments インストゥルメンツ insufficient インサフィシェント insulin インスリン insurance インシュアランス intact インタクト integers インテジャーズ
integral インテグラル integrated インテグレーテッド intel インテル intelligent インテリジェント intellij インテリジェイ intend インテンド
intended インテンデッド intent インテント intention インテンション intentional インテンショナル interact インタラクト interactive インタラクティブ
interest インタレスト interested インタレステッド interesting インタレスティング interfaces インターフェーシズ interfere インターフィア interim インテリム
interior インテリア intermittent インターミッテント intern インターン internally インターナリー internationalization インターナショナライゼーション
internet インターネット interoperability インターオペラビリティ interpolated インターポレーテッド interpret インタープリット interpreter インタープリター
interprets インタープリッツ interrupt インタラプト interrupted インタラプテッド interrupting インタラプティング interrupts インタラプツ
intersection インターセクション intervals インターバルズ interview インタビュー interviews インタビューズ intimate インティメイト into イントゥー
intranet イントラネット intro イントロ introduce イントロデュース introduced イントロデュースト introduction イントロダクション
introspection イントロスペクション intruder イントルーダー intuition インテュイション intuitive インテュイティブ invaded インベーデッド
invalidated インバリデーテッド invalidates インバリデーツ invariant インバリアント invariants インバリアンツ invent インベント invented インベンテッド
inventories インベントリーズ inventory インベントリー inverse インバース invert インバート inverted インバーテッド investigate インベスティゲート
investigating インベスティゲーティング investigation インベスティゲーション invisible インビジブル invitation インビテーション invitations インビテーションズ
invite インバイト invited インバイテッド invites インバイツ inviting インバイティング invoices インボイシズ involved インボルブド involves インボルブズ
ioctl アイオーコントロール ionic アイオニック ipad アイパッド ipados アイパッドオーエス iptables アイピーテーブルズ ipv アイピーブイ ira アイラ iraq イラク
ireland アイルランド irene アイリーン irish アイリッシュ iron アイアン ironed アイアンド irregular イレギュラー irrelevant イレレバント isabs イズアブス
isabstractmethod イズアブストラクトメソッド isalnum イズアルナム isalpha イズアルファ isclass イズクラス iscode イズコード isdigit イズディジット
isdir イズディレクトリ isfile イズファイル isfunction イズファンクション isidentifier イズアイデンティファイア isinstance イズインスタンス isis アイシス
iskeyword イズキーワード islam イスラム islamic イスラミック island アイランド islands アイランズ isle アイル islice アイスライス islink イズリンク
islower イズローワー ismethod イズメソッド ismodule イズモジュール isnt イズント iso アイエスオー isolated アイソレーテッド isolation アイソレーション
israeli イスラエリ isroutine イズルーチン isspace イズスペース issubclass イズサブクラス issued イシュード istanbul イスタンブール istio イスティオ
istraceback イズトレースバック isupper イズアッパー it イット italian イタリアン italy イタリア iterate イテレート iterating イテレーティング
iteration イテレーション iterations イテレーションズ iterative イテレーティブ iteratively イテレーティブリー iterm アイターム its イッツ itself イットセルフ
jacket ジャケット jacob ジェイコブ jacobian ヤコビアン jacques ジャック jaeger イェーガー jail ジェイル jake ジェイク jam ジャム james ジェームズ
jamie ジェイミー jammed ジャムド jane ジェーン japan ジャパン japanese ジャパニーズ jar ジャー jared ジャレッド jargon ジャーゴン jason ジェイソン
javadoc ジャバドック jaw ジョー jax ジャックス jay ジェイ jazz ジャズ jealous ジェラス jealousy ジェラシー jean ジーン jekyll ジキル jennifer ジェニファー
jerk ジャーク jersey ジャージー jerusalem エルサレム jesse ジェシー jessica ジェシカ jesus ジーザス jetty ジェティ jew ジュー jewelry ジュエリー
jewish ジューイッシュ jews ジューズ jitter ジッター jmeter ジェイメーター joan ジョーン joe ジョー john ジョン johnny ジョニー johnson ジョンソン
joined ジョインド joining ジョイニング joins ジョインズ joke ジョーク jokes ジョークス jon ジョン jonathan ジョナサン jordan ジョーダン jose ホセ
joseph ジョセフ journalctl ジャーナルコントロール journey ジャーニー joyce ジョイス jsdoc ジェイエスドック jsonp ジェイソンピー juan フアン judge ジャッジ
judging ジャッジング judgment ジャッジメント judiciary ジュディシャリー juggling ジャグリング juice ジュース juicy ジューシー julie ジュリー july ジュライ
jump ジャンプ jumped ジャンプト jumping ジャンピング jumps ジャンプス june ジューン jungle ジャングル junior ジュニア jury ジュリー just ジャスト
justified ジャスティファイド justify ジャスティファイ justin ジャスティン juvenile ジュブナイル kaggle カグル kanban カンバン kanji カンジ kanye カニエ
kashmir カシミール katherine キャサリン keep キープ keepalive キープアライブ keepends キープエンズ keeping キーピング keeps キープス keith キース ken ケン
kennedy ケネディ kenny ケニー kentucky ケンタッキー kenya ケニア kept ケプト keras ケラス kerberos ケルベロス kernels カーネルズ kerning カーニング
kettle ケトル keychain キーチェーン keyed キード keylogger キーロガー keystore キーストア keystroke キーストローク khan カーン khz キロヘルツ kibana キバナ
kick キック kicked キックト kicks キックス kidney キドニー kids キッズ killed キルド killing キリング kills キルズ kilobyte キロバイト kilobytes キロバイツ
kilograms キログラムズ kilohertz キロヘルツ kilometer キロメートル kilos キロズ kinder カインダー kindergarten キンダーガーテン kindle キンドル
kindness カインドネス kinds カインズ king キング kiosk キオスク kirk カーク kitchen キッチン kitten キトゥン klein クライン knee ニー knees ニーズ knew ニュー
knex ネックス knife ナイフ knight ナイト knit ニット knives ナイブズ knob ノブ knock ノック knocked ノックト knot ノット know ノウ knowing ノウイング
knowledge ナレッジ known ノウン knows ノウズ koa コア kpi ケーピーアイ kqueue ケーキュー kubelet キューブレット kurt カート kustomize カスタマイズ
kvm ケーブイエム kwlist キーワードリスト kwonlyargcount ケーダブリューオンリーアーグカウント kyoto キョウト lab ラボ labeled ラベルド labeling ラベリング
labelled ラベルド labelling ラベリング labor レイバー laboratory ラボラトリー labour レイバー lace レース lacks ラックス ladder ラダー laden レイデン
lady レディー lag ラグ lagging ラギング lags ラグズ laid レイド lambdas ラムダズ lamp ランプ lamps ランプス lan ラン land ランド landed ランデッド
landing ランディング landlady ランドレディ landlord ランドロード landmark ランドマーク lands ランズ langchain ラングチェーン languages ランゲージズ lap ラップ
laplace ラプラス laplacian ラプラシアン laptop ラップトップ laptops ラップトップス larger ラージャー largest ラージェスト laser レーザー lasted ラステッド
lasti ラストアイ lasts ラスツ late レイト later レイター latex ラテック latin ラテン latitude ラティチュード latter ラター laugh ラフ laughed ラフト
laughing ラフィング laughs ラフス launched ローンチト launches ローンチズ laundry ランドリー laura ローラ lauren ローレン law ロー lawn ローン
lawrence ローレンス lawsuit ロースート lawyer ロイヤー lawyers ロイヤーズ lay レイ layouts レイアウツ lays レイズ lazily レイジリー lchmod エルチェンジモード
ldap エルダップ lead リード leader リーダー leading リーディング leads リーズ leaked リークト leaking リーキング leaks リークス leaning リーニング leap リープ
learn ラーン learned ラーンド learning ラーニング learns ラーンズ lease リース least リースト leather レザー leaves リーブズ leaving リービング lebanon レバノン
lecture レクチャー led レッド ledger レジャー leftover レフトオーバー leftovers レフトオーバーズ leg レッグ legal リーガル legally リーガリー legend レジェンド
legible レジブル legitimate レジティメート legs レッグズ leigh リー lemma レンマ lemon レモン lemonade レモネード lend レンド lends レンズ lengths レングスズ
lenient リーニエント lens レンズ lent レント leonard レナード lerna レルナ lesbian レズビアン lesson レッスン lessons レッスンズ lest レスト let レット
lethal リーサル lets レッツ letter レター letters レターズ letting レッティング lettuce レタス levels レベルズ leverage レバレッジ lewis ルイス lexer レクサー
lexing レキシング lexists エルイグジスツ liable ライアブル liar ライアー libc リブシー libcmark リブシーマーク liberal リベラル liberals リベラルズ
liberty リバティ libnats リブナッツ libpulse リブパルス librarian ライブラリアン libsotto リブソット libya リビア licence ライセンス licenses ライセンシズ
lid リッド lie ライ lied ライド lies ライズ lieutenant ルーテナント life ライフ lifecycle ライフサイクル lifetime ライフタイム lift リフト lifted リフテッド
lifting リフティング ligature リガチャー lighter ライター lighthouse ライトハウス lighting ライティング lightning ライトニング lights ライツ
lightweight ライトウェイト like ライク likely ライクリー likes ライクス limb リム limbs リムズ limitation リミテーション limited リミテッド lincoln リンカーン
linda リンダ lindsay リンジー lineage リニエージ lined ラインド lineno ラインノー liner ライナー linesep ラインセップ linguistic リングイスティック
linked リンクト linker リンカー linkerd リンカーディー linking リンキング linode リノード lion ライオン lions ライオンズ lips リップス liquid リキッド lisa リサ
lisbon リスボン listbox リストボックス listened リッスンド listens リッスンズ listing リスティング lit リット literally リテラリー little リトル lived リブド
livelock ライブロック liveness ライブネス lives リブズ living リビング liz リズ ljust エルジャスト lldb エルエルディービー loaded ローデッド loads ローズ
loan ローン loaves ローブズ lobby ロビー localise ローカライズ localization ローカライゼーション localize ローカライズ locally ローカリー located ロケーテッド
locked ロックト locust ローカスト logan ローガン logarithm ロガリズム logarithmic ロガリズミック logged ログド logical ロジカル logins ログインズ
logstash ログスタッシュ lol エルオーエル lombok ロンボック lonely ロンリー longer ロンガー longitude ロンジチュード look ルック looked ルックト
looking ルッキング looks ルックス lookups ルックアップス loopback ループバック loops ループス loose ルーズ loosely ルースリー loosen ルースン lopez ロペス
los ロス lose ルーズ loser ルーザー loses ルージズ losing ルージング loss ロス losses ロシズ lost ロスト lottery ロッテリー loud ラウド louder ラウダー
louis ルイス louise ルイーズ louisiana ルイジアナ louisville ルイビル love ラブ loved ラブド lovely ラブリー loves ラブズ loving ラビング lowcode ローコード
lower ロワー lowercase ロワーケース lowered ロワード lowering ロワリング lowers ロウアーズ loyal ロイヤル lshift エルシフト lstat エルスタット
lstrip エルストリップ lucas ルーカス luck ラック luckily ラッキリー lucky ラッキー lucy ルーシー luggage ラゲッジ luis ルイス luke ルーク luminance ルミナンス
lump ランプ lunar ルナー lunchtime ランチタイム lust ラスト luxury ラグジュアリー lying ライイング lyrics リリックス lz エルゼット lzma エルゼットエムエー
mac マック macbook マックブック machines マシンズ made メイド madison マディソン madrid マドリード magazine マガジン maggie マギー magician マジシャン
magistrate マジストレイト magnificent マグニフィセント magnitude マグニチュード maid メイド maiden メイデン mailbox メールボックス mailgun メールガン
mailing メーリング mails メールズ mainly メインリー maintain メンテイン maintainability メンテナビリティ maintained メンテインド maintainer メンテナー
maintainers メンテナーズ maintaining メンテイニング maintains メンテインズ maintenance メンテナンス majesty マジェスティ major メジャー majority マジョリティ
makedirs メイクディレクトリーズ makeup メイクアップ malaysia マレーシア malcolm マルコム male メール males メールズ malformed マルフォームド malware マルウェア
man マン manageable マネージャブル managed マネージド management マネジメント managers マネージャーズ manages マネージズ mandatory マンダトリー
manhattan マンハッタン mann マン mantissa マンティッサ manually マニュアリー manufacturer マニュファクチャラー many メニー maple メープル mapped マップト
marathon マラソン marc マーク march マーチ margins マージンズ maria マリア marie マリー marijuana マリファナ marina マリーナ marion マリオン marked マークト
marker マーカー markers マーカーズ market マーケット marking マーキング markov マルコフ marks マークス markup マークアップ marriage マリッジ married マリード
marry マリー mars マーズ marshal マーシャル martha マーサ maryland メリーランド masculine マスキュリン mask マスク masked マスクト masks マスクス mason メイソン
massachusetts マサチューセッツ massage マッサージ matched マッチト matches マッチズ matching マッチング materialized マテリアライズド
mathematical マセマティカル mathematics マセマティックス maths マスス matmul マットマル matplotlib マットプロットリブ matrices マトリシーズ matter マター
mattered マタード matters マターズ matthew マシュー mattress マットレス maui マウイ maurice モーリス maxed マックスト maximum マキシマム maxlen マックスレン
may メイ maya マヤ maybe メイビー mayo マヨ mayor メイヤー mccain マケイン mccarthy マッカーシー mcdonald マクドナルド me ミー meal ミール meals ミールズ
meaning ミーニング meaningful ミーニングフル meaningless ミーニングレス meanings ミーニングズ meantime ミーンタイム meanwhile ミーンワイル
measurable メジャラブル measure メジャー measured メジャード measurement メジャーメント measurements メジャーメンツ measures メジャーズ measuring メジャリング
mecab メカブ mechanic メカニック mechanical メカニカル mechanism メカニズム med メッド medal メダル median メディアン mediator メディエーター
medicaid メディケイド medical メディカル medicine メディシン medicines メディシンズ medium ミディアム meet ミート meeting ミーティング meetings ミーティングズ
meets ミーツ megabyte メガバイト megabytes メガバイツ megahertz メガヘルツ megan メーガン melbourne メルボルン melissa メリッサ melody メロディー melt メルト
melted メルテッド melts メルツ membership メンバーシップ meme ミーム memento メメント memes ミームズ memoir メモワール memoization メモイゼーション
memoize メモイズ memoized メモイズド men メン mended メンデッド mention メンション mentioned メンションド mentioning メンショニング mentions メンションズ
menus メニューズ mercedes メルセデス merchant マーチャント mere ミア merely ミアリー merged マージド merger マージャー merges マージズ mergesort マージソート
merging マージング merry メリー meson メソン mess メス messed メスト messy メッシー met メット metal メタル metaphor メタファー
metaprogramming メタプログラミング meter メーター meters メーターズ methodology メソドロジー metres メーターズ metronome メトロノーム mfa エムエフエー mia ミア
miami マイアミ mice マイス michael マイケル michelle ミシェル michigan ミシガン mick ミック mickey ミッキー microcontroller マイクロコントローラー
micronaut マイクロノート microprocessor マイクロプロセッサー microsecond マイクロセカンド microseconds マイクロセカンズ microservices マイクロサービシズ
microwave マイクロウェーブ mid ミッド middle ミドル middlewares ミドルウェアズ midfielder ミッドフィールダー midjourney ミッドジャーニー midnight ミッドナイト
midwest ミッドウェスト might マイト migrated マイグレーテッド migrating マイグレーティング miguel ミゲル mika ミカ milan ミラノ mild マイルド mile マイル
miles マイルズ milestone マイルストーン militia ミリシア mill ミル millennium ミレニアム millimeters ミリメーターズ million ミリオン millionaire ミリオネア
millions ミリオンズ millisecond ミリセカンド milliseconds ミリセカンズ milton ミルトン mind マインド minds マインズ mine マイン minecraft マインクラフト
minified ミニファイド minifier ミニファイアー minimal ミニマル minimize ミニマイズ minimum ミニマム mining マイニング minister ミニスター minnesota ミネソタ
minor マイナー minus マイナス mipmap ミップマップ miracle ミラクル mirror ミラー mirrored ミラード mirrors ミラーズ misconfigured ミスコンフィギュアード
miserable ミゼラブル misleading ミスリーディング mismatch ミスマッチ misread ミスリード miss ミス missed ミスト misses ミシズ missile ミサイル
mississippi ミシシッピ missouri ミズーリ misspelled ミススペルド mistake ミステイク mistaken ミステイクン mistakes ミステイクス mistral ミストラル
misunderstanding ミスアンダースタンディング misunderstood ミスアンダーストゥッド misused ミスユーズド mitchell ミッチェル mitigate ミティゲート mix ミックス
mixed ミックスト mixin ミックスイン mixing ミキシング mixins ミックスインズ mixture ミクスチャー mkdir メイクディレクトリ mktime メイクタイム mmap エムマップ
mnemonic ニーモニック mocked モックト mockito モッキート mockup モックアップ mockups モックアップス modeling モデリング modelling モデリング modem モデム
moderate モデレート moderator モデレーター modern モダン modest モデスト modification モディフィケーション modifies モディファイズ modifying モディファイング
modname モッドネーム modulo モジュロ modulus モジュラス mohammed モハメド molecular モレキュラー mom マム moment モーメント momentum モメンタム monad モナド
monday マンデー mondays マンデーズ money マネー mongoengine モンゴエンジン monitors モニターズ monkey モンキー monks モンクス monolith モノリス
monotonic モノトニック monthly マンスリー months マンスズ montreal モントリオール mood ムード moody ムーディ moon ムーン moore ムーア more モア
moreover モアオーバー morning モーニング mornings モーニングズ morocco モロッコ morris モリス mortgage モーゲージ moscow モスクワ moses モーゼス
mosquitoes モスキートズ most モスト mostly モーストリー mother マザー moths モスズ motion モーション motivation モチベーション motives モーティブズ
motor モーター motorcycle モーターサイクル mountain マウンテン mountains マウンテンズ mounted マウンテッド mounting マウンティング mountpoint マウントポイント
mouth マウス mouths マウスス moved ムーブド movement ムーブメント moves ムーブズ movies ムービーズ moving ムービング mowed モウド mows モウズ mpeg エムペグ
mqtt エムキューティーティー mr ミスター msgpack メッセージパック mtime エムタイム much マッチ mud マッド mug マグ muhammad ムハンマド multicast マルチキャスト
multiple マルチプル multiplexer マルチプレクサー multiplication マルチプリケーション multiplied マルチプライド multiplies マルティプライズ multiply マルチプライ
multithreaded マルチスレッデッド multithreading マルチスレッディング municipal ミュニシパル municipality ミュニシパリティ murphy マーフィー muscle マッスル
muscles マッスルズ museum ミュージアム mushrooms マッシュルームズ music ミュージック musicians ミュージシャンズ muslim ムスリム muslims ムスリムズ mute ミュート
muted ミューテッド mutexes ミューテックシズ mutual ミューチュアル mutually ミューチュアリー mvc エムブイシー mvvm エムブイブイエム myanmar ミャンマー
mybatis マイバティス mypy マイパイ myself マイセルフ mysterious ミステリアス mystery ミステリー nagoya ナゴヤ nail ネイル nails ネイルズ naive ナイーブ
naked ネイキッド named ネームド namedtuple ネームドタプル namely ネームリー namespaces ネームスペーシズ naming ネーミング nan ナン nanosecond ナノセカンド
nanoseconds ナノセカンズ napkin ナプキン napoleon ナポレオン nara ナラ nargs エヌアーグス narrating ナレーティング narration ナレーション narrow ナロー
narrower ナローワー narrows ナローズ nasty ナスティ nat ナット nate ネイト nathan ネイサン national ナショナル nationwide ネーションワイド nats ナッツ
natural ナチュラル nature ネイチャー navigate ナビゲート navy ネイビー nazi ナチ nba エヌビーエー nbytes エヌバイツ nchannels エヌチャンネルズ ncols エヌコルズ
ncurses エヌカーシズ near ニア nearby ニアバイ nearest ニアレスト nearly ニアリー neat ニート necessarily ネセサリリー necessary ネセサリー neck ネック
necklace ネックレス need ニード needed ニーデッド needle ニードル negation ネゲーション negative ネガティブ neglected ネグレクテッド negligible ネグリジブル
negotiate ネゴシエート neighborhood ネイバーフッド neighboring ネイバリング neighbors ネイバーズ neighbour ネイバー neighbouring ネイバリング
neighbours ネイバーズ neil ニール neither ニーザー nelson ネルソン neo ネオ nepal ネパール nephew ネフュー nervous ナーバス nested ネステッド
nesting ネスティング netbeans ネットビーンズ netcat ネットキャット netflix ネットフリックス netherlands ネザーランズ netrc ネットアールシー netty ネッティ
networking ネットワーキング networks ネットワークス neural ニューラル neuron ニューロン neurons ニューロンズ neutral ニュートラル never ネバー
newark ニューアーク newcomer ニューカマー newcomers ニューカマーズ newer ニューアー newest ニューエスト newline ニューライン news ニュース
newsletter ニュースレター newsletters ニュースレターズ newspaper ニュースペーパー newspapers ニュースペーパーズ nfs エヌエフエス nft エヌエフティー
nftables エヌエフテーブルズ nibble ニブル nice ナイス nicely ナイスリー nicer ナイサー niche ニッチ nicholas ニコラス nickel ニッケル niece ニース
nigeria ナイジェリア nigerian ナイジェリアン night ナイト nightly ナイトリー nightmare ナイトメア nights ナイツ nina ニーナ nine ナイン nineteen ナインティーン
ninety ナインティ ninja ニンジャ nintendo ニンテンドー ninth ナインス nit ニット nitrogen ナイトロジェン nixos ニックスオーエス nlines エヌラインズ
nmap エヌマップ nobody ノーバディ nocode ノーコード noise ノイズ noises ノイジズ noisy ノイジー nomad ノマド non ノン nonce ノンス
nondeterministic ノンディターミニスティック nonetheless ナンザレス nonexistent ノンイグジステント nonnull ノンヌル nonprofit ノンプロフィット
nonsense ナンセンス noodles ヌードルズ noon ヌーン noop ノーオプ nor ノア norfolk ノーフォーク norm ノルム normalisation ノーマライゼーション
normalise ノーマライズ normalization ノーマライゼーション normalized ノーマライズド normalizing ノーマライジング normally ノーマリー normcase ノームケース
north ノース northern ノーザン norton ノートン norway ノルウェー nose ノーズ notch ノッチ notebook ノートブック noted ノーテッド notepad ノートパッド
nothing ナッシング notice ノーティス noticeable ノーティサブル noticed ノーティスト notices ノーティシズ noticing ノーティシング
notifications ノーティフィケーションズ notified ノーティファイド noting ノーティング nottingham ノッティンガム nouns ナウンズ novel ノベル november ノベンバー
nowadays ナウアデイズ nowhere ノーウェア nsa エヌエスエー ntpath エヌティーパス nuclear ニュークリア nude ヌード nulls ヌルズ numbered ナンバード
numbering ナンバリング numerator ニューメレーター numeric ニューメリック numerical ニューメリカル nunit エヌユニット nurse ナース nursery ナーサリー
nurses ナーシズ nut ナット nutrition ニュートリション nuts ナッツ nutshell ナットシェル nx エヌエックス nyc エヌワイシー oak オーク obesity オビーシティ
obey オベイ obfuscate オブファスケート obfuscation オブファスケーション objected オブジェクテッド objection オブジェクション objections オブジェクションズ
obligation オブリゲーション obliged オブライジド obscure オブスキュア observability オブザーバビリティ observatory オブザーバトリー observed オブザーブド
obsolete オブソリート obstacle オブスタクル obstacles オブスタクルズ obtain オブテイン obtained オブテインド obvious オブビアス occasional オケージョナル
occupied オキュパイド occupies オキュパイズ occupy オキュパイ occur オカー occurred オカード occurrences オカレンシズ occurs オカーズ ocean オーシャン
ocr オーシーアール octal オクタル octets オクテッツ october オクトーバー odata オーデータ odd オッド oddly オッドリー odds オッズ offense オフェンス
offer オファー offered オファード offers オファーズ officer オフィサー offices オフィシズ official オフィシャル offs オフス offsets オフセッツ often オフン
ogg オッグ oh オー ohio オハイオ oidc オーアイディーシー oil オイル okay オーケー oklahoma オクラホマ older オールダー oldest オールデスト olive オリーブ
olivia オリビア ollama オラマ omg オーエムジー omit オミット omitted オミッテッド onboarding オンボーディング onerror オンエラー ones ワンズ onion オニオン
onions オニオンズ onnx オニキス onset オンセット onsubmit オンサブミット onto オントゥー ooh ウー oops ウップス opaque オペイク opcode オプコード
openbsd オープンビーエスディー opencl オープンシーエル opened オープンド opengl オープンジーエル openmp オープンエムピー opens オープンズ
openssh オープンエスエスエイチ opentelemetry オープンテレメトリー opera オペラ operate オペレート operating オペレーティング operations オペレーションズ
operators オペレーターズ opinion オピニオン opinions オピニオンズ opportunity オポチュニティ opposed オポーズド opposite オポジット ops オプス opted オプテッド
optimisation オプティマイゼーション optimise オプティマイズ optimiser オプティマイザー optimistic オプティミスティック optimization オプティマイゼーション
optimizations オプティマイゼーションズ optimized オプティマイズド optimizing オプティマイジング optparse オプトパース opus オーパス oral オーラル
orange オレンジ oranges オレンジズ orchestra オーケストラ orchestration オーケストレーション ordered オーダード ordering オーダリング ordinary オーディナリー
oregon オレゴン organisation オーガニゼーション organise オーガナイズ organization オーガナイゼーション organized オーガナイズド orientation オリエンテーション
orig オリジ original オリジナル originally オリジナリー originals オリジナルズ orlando オーランド orleans オーリンズ orphaned オーファンド
orthogonal オーソゴナル osaka オオサカ oscilloscope オシロスコープ other アザー others アザーズ otherwise アザーワイズ otp オーティーピー ought オート
ounce オンス our アワー ours アワーズ ourselves アワセルブズ outage アウテージ outages アウテージズ outbox アウトボックス outcome アウトカム
outdated アウトデーテッド outgoing アウトゴーイング outlier アウトライアー outliers アウトライアーズ outlive アウトリブ outlook アウトルック
outrage アウトレイジ outrageous アウトレイジャス outright アウトライト outweigh アウトウェイ oval オーバル oven オーブン overall オーバーオール
overdue オーバーデュー overfitting オーバーフィッティング overflows オーバーフローズ overhead オーバーヘッド overlap オーバーラップ overlapped オーバーラップト
overlapping オーバーラッピング overlaps オーバーラップス overload オーバーロード overloaded オーバーローデッド overlooked オーバールックト
overnight オーバーナイト overridden オーバーリドゥン overrides オーバーライズ overseas オーバーシーズ overshoots オーバーシューツ overslept オーバースレプト
overtime オーバータイム overview オーバービュー overwhelming オーバーウェルミング overwrite オーバーライト overwrites オーバーライツ
overwriting オーバーライティング overwritten オーバーリトゥン overwrote オーバーロート owasp オワスプ owe オウ owen オーウェン owes オウズ owing オウイング
own オウン owned オウンド ownership オーナーシップ owns オウンズ oxford オックスフォード oxlint オックスリント oxygen オキシジェン paas パース pablo パブロ
pace ペース packaging パッケージング packed パックト packer パッカー packets パケッツ packing パッキング packs パックス pad パッド paged ページド
pager ページャー paging ページング paid ペイド pain ペイン painful ペインフル paint ペイント painted ペインテッド painting ペインティング
paintings ペインティングズ paints ペインツ paired ペアード pairing ペアリング pairs ペアズ pakistan パキスタン pakistani パキスタニ palace パレス pale ペール
palestine パレスタイン palestinian パレスチニアン palette パレット palindrome パリンドローム pan パン panasonic パナソニック pancakes パンケーキス
panels パネルズ panorama パノラマ paper ペーパー papers ペーパーズ parade パレード paradise パラダイス paragraphs パラグラフス parallelism パラレリズム
parallelize パラレライズ parameterized パラメータライズド parcel パーセル parcels パーセルズ pardir ペアレントディレクトリ pardon パードン parental ペアレンタル
parentheses パレンセシーズ parents ペアレンツ paris パリ park パーク parked パークト parking パーキング parliament パーラメント parole パロール
parquet パーケット parrot パロット parsedate パースデイト parses パーシズ parsing パーシング partially パーシャリー participants パーティシパンツ
participate パーティシペート particle パーティクル particular パティキュラー parties パーティーズ partisan パーティザン partitioned パーティションド
partitions パーティションズ partly パートリー partner パートナー parts パーツ party パーティー passenger パッセンジャー passengers パッセンジャーズ
passing パッシング passphrase パスフレーズ passport パスポート passwd パスワード passwords パスワーズ past パスト pasta パスタ paste ペースト
pasted ペーステッド pasting ペースティング pastor パスター patched パッチド patches パッチズ patching パッチング patent パテント pathetic パセティック
pathsep パスセップ patience ペイシェンス patient ペイシェント patiently ペイシェントリー patients ペイシェンツ patricia パトリシア patriot パトリオット
patriotic パトリオティック patterns パターンズ paul ポール paula ポーラ paulo パウロ paused ポーズド pauses ポージズ pavement ペイブメント paxos パクソス
paying ペイイング paypal ペイパル payroll ペイロール pays ペイズ pct パーセント peace ピース peak ピーク peaks ピークス peanuts ピーナッツ peculiar ペキュリアー
pedal ペダル pedestrian ペデストリアン pedro ペドロ peek ピーク peel ピール peewee ピーウィー pen ペン penalties ペナルティーズ pencil ペンシル
peninsula ペニンシュラ pennsylvania ペンシルベニア pens ペンズ pension ペンション people ピープル pepper ペッパー percentage パーセンテージ
percentile パーセンタイル percentiles パーセンタイルズ perceptron パーセプトロン perf パーフ perfect パーフェクト perfectly パーフェクトリー
performed パフォームド performers パフォーマーズ performs パフォームズ perfume パフューム perhaps パーハップス period ピリオド periodic ピリオディック
periods ピリオズ peripheral ペリフェラル permalink パーマリンク permanent パーマネント permissive パーミッシブ permit パーミット permits パーミッツ
permitted パーミッテッド permitting パーミッティング permutation パーミュテーション permutations パーミュテーションズ perplexity パープレキシティ
persistence パーシステンス persistent パーシステント persists パーシスツ personal パーソナル personally パーソナリー perspective パースペクティブ
persuade パースウェイド persuaded パースエイデッド pertaining パーテイニング peru ペルー pet ペット petabyte ペタバイト peter ピーター petrol ペトロール
pets ペッツ pharmacist ファーマシスト pharmacy ファーマシー phase フェーズ phased フェーズド phases フェージズ phasing フェージング phew フュー
philadelphia フィラデルフィア philippines フィリピンズ philosophy フィロソフィー phishing フィッシング phoenix フェニックス phoneme フォニーム
phonemes フォニームズ phones フォンズ photograph フォトグラフ photographed フォトグラフト photographer フォトグラファー photographs フォトグラフス
photos フォトズ photoshop フォトショップ phrase フレーズ phrases フレージズ phrasing フレージング physical フィジカル physics フィジックス pianist ピアニスト
picked ピックト picking ピッキング pickle ピックル picks ピックス picture ピクチャー pictures ピクチャーズ pie パイ piece ピース pieces ピーシズ
pigeons ピジョンズ pile パイル pills ピルズ pilot パイロット pin ピン pinch ピンチ pinged ピングド pink ピンク pinned ピンド pinning ピニング piped パイプト
pipenv ピップエンブ pirate パイレート pirates パイレーツ pitch ピッチ pity ピティ pivot ピボット pixels ピクセルズ pizza ピザ pkgutil パッケージユーティル
place プレース placed プレースト placeholders プレースホルダーズ places プレーシズ plague プレイグ plaintext プレーンテキスト plane プレーン planes プレーンズ
planet プラネット planned プランド planner プランナー planning プランニング plans プランズ plant プラント planted プランテッド plants プランツ
plastic プラスチック plate プレート plates プレーツ platforms プラットフォームズ platinum プラチナム plausible プロージブル playback プレイバック
playbook プレイブック played プレイド players プレイヤーズ playing プレイング playlist プレイリスト playoff プレーオフ playoffs プレーオフス plays プレイズ
pleasant プレザント please プリーズ pleased プリーズド pleasing プリージング pleasure プレジャー pledge プレッジ plenty プレンティ plist ピーリスト
plot プロット plotly プロットリー plots プロッツ plotted プロッテッド plotting プロッティング plugged プラグド plumber プラマー plural プルーラル plus プラス
pocket ポケット podcast ポッドキャスト poem ポエム poet ポエット pointed ポインテッド pointers ポインターズ pointing ポインティング pointless ポイントレス
points ポインツ poison ポイズン pokemon ポケモン police ポリス policeman ポリスマン polish ポリッシュ polite ポライト politely ポライトリー polls ポールズ
pollution ポリューション polygon ポリゴン polygons ポリゴンズ polyline ポリライン polymorphic ポリモーフィック polymorphism ポリモーフィズム
polynomial ポリノミアル pond ポンド poor プア poorly プアリー pope ポープ popping ポッピング pops ポップス popular ポピュラー populated ポピュレーテッド
population ポピュレーション popups ポップアップス porsche ポルシェ portability ポータビリティ portable ポータブル ported ポーテッド porting ポーティング
portions ポーションズ portrait ポートレート portugal ポルトガル portuguese ポーチュギーズ pos ポス poses ポーズィズ posing ポージング positioned ポジションド
positioning ポジショニング positions ポジションズ positive ポジティブ positives ポジティブズ posix ポジックス posixpath ポジックスパス possibility ポシビリティ
possible ポッシブル possibly ポッシブリー postal ポスタル postcard ポストカード posted ポステッド poster ポスター postman ポストマン postmortem ポストモーテム
postmortems ポストモーテムズ postpone ポストポーン postponed ポストポーンド postponing ポストポーニング pot ポット potatoes ポテトズ potential ポテンシャル
pounds ポンズ pour ポア poured ポアード powder パウダー powell パウエル powerful パワフル pprint ピープリント pptx ピーピーティーエックス
practical プラクティカル practically プラクティカリー practice プラクティス practiced プラクティスト practices プラクティシズ practitioners プラクティショナーズ
prairie プレーリー praise プレイズ praised プレイズド precaution プリコーション precede プリシード preceded プリシーデッド precedence プレシデンス
precedes プリシーズ preceding プリシーディング precious プレシャス precise プリサイス precision プレシジョン precompute プリコンピュート predator プレデター
predators プレデターズ predecessor プレデセッサー predicate プレディケート predicted プレディクテッド prediction プレディクション predicts プレディクツ
preempt プリエンプト preemption プリエンプション preemptive プリエンプティブ prefer プリファー preferably プリファラブリー preference プリファレンス
preferred プリファード prefers プリファーズ prefetch プリフェッチ preflight プリフライト pregnancy プレグナンシー pregnant プレグナント prejudice プレジュディス
preliminary プレリミナリー preload プリロード premature プレマチュア premier プレミア premiere プレミア premium プレミアム premiums プレミアムズ
preparation プレパレーション prepared プリペアード preparing プリペアリング preprocessor プリプロセッサー prerequisite プリレクイジット
prescription プリスクリプション presence プレゼンス present プレゼント presentation プレゼンテーション presented プレゼンテッド presents プレゼンツ
preserve プリザーブ preserved プリザーブド preserves プリザーブズ president プレジデント press プレス pressed プレスト presses プレシズ pressing プレッシング
pressure プレッシャー prestige プレスティージ prestigious プレスティージャス presto プレスト preston プレストン presumably プリジューマブリー
pretended プリテンデッド pretends プリテンズ pretrained プレトレーンド pretraining プレトレーニング pretty プリティー prevent プリベント
prevented プリベンテッド prevents プリベンツ previous プレビアス pricing プライシング priest プリースト priests プリースツ prime プライム primitive プリミティブ
prince プリンス princess プリンセス princeton プリンストン principal プリンシパル principle プリンシプル printed プリンテッド printers プリンターズ
printf プリントエフ printing プリンティング printout プリントアウト prints プリンツ prior プライアー priorities プライオリティーズ prison プリズン
prisoner プリズナー privacy プライバシー privilege プリビレッジ privileges プリビレッジズ prix プリ prize プライズ probability プロバビリティ
probably プロバブリー probation プロベーション probe プローブ problem プロブレム problems プロブレムズ procedure プロシージャー proceed プロシード
processed プロセスト processes プロセシズ processing プロセッシング processors プロセッサーズ produced プロデュースト produces プロデューシズ
productive プロダクティブ professor プロフェッサー profiled プロファイルド profiles プロファイルズ profiling プロファイリング profit プロフィット
programme プログラム programmer プログラマー programmers プログラマーズ programming プログラミング programs プログラムズ prohibited プロヒビテッド
projector プロジェクター prolonged プロロングド promised プロミスト promising プロミシング promo プロモ promoted プロモーテッド promotes プロモーツ
promotion プロモーション prompted プロンプテッド prompts プロンプツ pronounce プロナウンス pronunciation プロナンシエーション proof プルーフ
propagate プロパゲート proper プロパー properly プロパリー prophecy プロフェシー prophet プロフェット proportion プロポーション proposal プロポーザル
propose プロポーズ proposed プロポーズド pros プロズ prosody プロソディー protect プロテクト protected プロテクテッド protection プロテクション
protects プロテクツ proud プラウド prove プルーブ proved プルーブド proven プルーブン provenance プロベナンス proves プルーブズ provide プロバイド
provided プロバイデッド providers プロバイダーズ provides プロバイズ province プロビンス provinces プロビンシズ provincial プロビンシャル
provisioning プロビジョニング proxies プロキシーズ pruned プルーンド psd ピーエスディー pseudocode スードコード pseudonym スードニム
psychiatric サイキアトリック psychiatrist サイカイアトリスト psycopg サイコピージー pthread ピースレッド pthreads ピースレッズ publishes パブリッシュズ
publishing パブリッシング puerto プエルト pulled プルド pulling プリング pulls プルズ pulsar パルサー puma プーマ pump ポンプ pumpkin パンプキン
punctuation パンクチュエーション punished パニッシュト punishment パニッシュメント pupil ピューピル pupils ピューピルズ puppeteer パペティア puppy パピー
purchase パーチェス purchases パーチェシズ pure ピュア purely ピュアリー purged パージド purpose パーパス purposes パーパシズ pursuit パースート
pushes プッシュズ pushing プッシング puts プッツ putting プッティング puzzle パズル puzzles パズルズ pwa ピーダブリューエー pycharm パイチャーム
pyenv パイエンブ pylint パイリント pyramid ピラミッド qatar カタール qemu キューエミュ quad クアッド quadratic クアドラティック quadtree クアッドツリー
qualcomm クアルコム qualifying クオリファイング quality クオリティ quantile クオンタイル quantiles クオンタイルズ quantity クオンティティ
quantization クオンタイゼーション quantized クオンタイズド quantizing クオンタイジング quarkus クォーカス quarter クオーター quarters クオーターズ
quartz クオーツ queen クイーン queensland クイーンズランド queer クィア querying クエリイング questioned クエスチョンド questions クエスチョンズ
queueing キューイング quic クイック quicker クイッカー quickest クイッケスト quickly クイックリー quicksort クイックソート quiet クワイエット
quieter クワイエター quietly クワイエットリー quirk クワーク quit クイット quite クワイト quitting クイッティング quiz クイズ quotation クオーテーション
quoted クオーテッド quotes クオーツ quotient クオーシェント quoting クオーティング rabbit ラビット rabbits ラビッツ rachel レイチェル racism レイシズム
racist レイシスト rack ラック radar レーダー radd アールアド radians ラジアンズ raft ラフト rage レイジ raids レイズ rail レール railway レールウェイ
rain レイン rainbow レインボー rained レインド raining レイニング rains レインズ rainy レイニー raise レイズ raised レイズド raises レイジズ ran ラン
rang ラング ranges レンジズ ranking ランキング ranks ランクス ransomware ランサムウェア rapid ラピッド rare レア rarely レアリー rarer レアラー rash ラッシュ
raspberry ラズベリー raster ラスター rasterize ラスタライズ rasterizer ラスタライザー rated レーテッド rates レーツ rather ラザー rating レーティング
ratio レシオ ratios レシオズ raven レイブン ray レイ raymond レイモンド rayon レーヨン raytracing レイトレーシング reach リーチ reached リーチド
reaches リーチズ reaching リーチング reactions リアクションズ reacts リアクツ readability リーダビリティ readable リーダブル readers リーダーズ
readiness レディネス reading リーディング readings リーディングズ readinto リードイントゥー reads リーズ realistic リアリスティック reality リアリティ
realize リアライズ realized リアライズド realizes リアライズィズ really リアリー realm レルム reason リーズン reasonable リーズナブル reasoning リーズニング
reasons リーズンズ reassuring リアシュアリング rebased リベースド rebasing リベーシング reboot リブート rebooted リブーテッド rebooting リブーティング
reboots リブーツ rebuild リビルド rebuilding リビルディング rebuilds リビルズ rebuilt リビルト recalculates リカルキュレーツ recall リコール receipt レシート
receipts レシーツ received レシーブド receives レシーブズ receiving レシービング recently リーセントリー reception レセプション receptionist レセプショニスト
recipe レシピ recipes レシピズ recipient レシピエント recipients レシピエンツ reckon レコン recognise レコグナイズ recognition レコグニション
recognize レコグナイズ recognized レコグナイズド recognizer レコグナイザー recognizes レコグナイジズ recommend レコメンド recommendation レコメンデーション
recommended レコメンデッド recommends レコメンズ reconcile リコンサイル reconciliation リコンシリエーション reconnect リコネクト reconnected リコネクテッド
reconnecting リコネクティング reconnects リコネクツ reconsider リコンシダー recorded レコーデッド recording レコーディング recordings レコーディングズ
recovered リカバード recovering リカバリング recovers リカバーズ recovery リカバリー recreate リクリエイト recreated リクリエイテッド
recreation レクリエーション rectangle レクタングル recurring リカーリング recursion リカージョン recursively リカーシブリー recv レシーブ recycle リサイクル
redacted リダクテッド reddit レディット redeploy リデプロイ redesign リデザイン redhat レッドハット redirected リダイレクテッド redirects リダイレクツ
redistribute リディストリビュート redo リドゥー redraw リドロー redraws リドローズ redshift レッドシフト reduced リデュースト reduces リデューシズ
reducing リデューシング reduction リダクション redundancy リダンダンシー redundant リダンダント refactored リファクタード refactoring リファクタリング
refer リファー referee レフェリー referenced リファレンスト references リファレンシズ referendum レファレンダム refers リファーズ refined リファインド
reflect リフレクト reflection リフレクション reflects リフレクツ reflog レフログ reformatted リフォーマッテッド refreshed リフレッシュド
refreshes リフレッシュズ refrigerator リフリジレーター refugee レフュジー refugees レフュジーズ refund リファンド refunded リファンデッド
refunding リファンディング refunds リファンズ refusal リフューザル refuse リフューズ refused リフューズド refuses リフュージズ refusing リフュージング
regard リガード regardless リガードレス regards リガーズ regenerate リジェネレート regenerated リジェネレーテッド regenerating リジェネレーティング
regexp レジェックスピー regime レジーム regions リージョンズ registered レジスタード registers レジスターズ regret リグレット regrets リグレッツ
regular レギュラー rehearsal リハーサル rehearsed リハースト reid リード reinstall リインストール reinstalled リインストールド reinstalling リインストーリング
reinvent リインベント rejected リジェクテッド rejecting リジェクティング rejection リジェクション rejects リジェクツ related リレーテッド relates リレーツ
relationship リレーションシップ relative レラティブ relax リラックス relaxation リラクゼーション relaxed リラックスト relay リレー released リリースト
releasing リリーシング relevance レレバンス relevant レレバント reliability リライアビリティ reliable リライアブル reliably リライアブリー reliance リライアンス
relied リライド relief リリーフ relies リライズ religious リリジャス reloaded リローデッド reloading リローディング reloads リローズ relpath レルパス
relu レルー rely リライ remain リメイン remainder リメインダー remained リメインド remaining リメイニング remains リメインズ remark リマーク
remarkably リマーカブリー remarks リマークス remedy レメディ remembered リメンバード remembering リメンバリング remembers リメンバーズ remind リマインド
reminded リマインデッド reminder リマインダー reminders リマインダーズ reminds リマインズ remix リミックス remotely リモートリー removes リムーブズ
removing リムービング renaissance ルネサンス renamed リネームド renames リネームズ renaming リネーミング rendered レンダード renders レンダーズ renew リニュー
renewal リニューアル renews リニューズ renovate リノベート renovation リノベーション rent レント rental レンタル rented レンテッド reopen リオープン
reopened リオープンド reopening リオープニング reorder リオーダー reordered リオーダード reordering リオーダリング repair リペア repaired リペアード
repairing リペアリング repairs リペアーズ repeated リピーテッド repeating リピーティング repeats リピーツ repetition レペティション repetitive リペティティブ
rephrase リフレーズ replaced リプレースト replacement リプレースメント replaces リプレーシズ replacing リプレーシング replay リプレイ replayed リプレイド
replaying リプレイイング replicated レプリケーテッド replication レプリケーション replied リプライド replies リプライズ reported レポーテッド
reporting レポーティング repositories リポジトリーズ repr レプル represent リプレゼント represents リプレゼンツ reproduced リプロデュースト
reproduces リプロデューシズ reproducibility リプロデューシビリティ reproducible リプロデューシブル reproducing リプロデューシング reproduction リプロダクション
reputation レピュテーション requested リクエステッド requesting リクエスティング requirement リクワイアメント requiring リクワイアリング rerun リラン
rescued レスキュード research リサーチ resembles リゼンブルズ reservation リザベーション reserve リザーブ reserved リザーブド reserves リザーブズ
reserving リザービング resets リセッツ resetting リセッティング residents レジデンツ resignation レジグネーション resigned リザインド resilient レジリエント
resist レジスト resized リサイズド resizing リサイジング resolution レゾリューション resolved リゾルブド resolves リゾルブズ resort リゾート resp レスプ
respect リスペクト respective リスペクティブ respects リスペクツ respond レスポンド responding レスポンディング responds レスポンズ
responsibility レスポンシビリティ responsible レスポンシブル responsive レスポンシブ restarted リスターテッド restarting リスターティング restarts リスターツ
restaurant レストラン restaurants レストランツ rested レステッド restful レストフル restored リストアド restores リストアズ restoring リストアリング
restrict リストリクト restricted リストリクテッド restriction リストリクション restructured リストラクチャード rests レスツ resumes レジュームズ retain リテイン
retained リテインド retarded リターデッド retention リテンション rethink リシンク retire リタイア retired リタイアド retiring リタイアリング
retraining リトレーニング retried リトライド retro レトロ retrospect レトロスペクト retrospective レトロスペクティブ retrying リトライイング returned リターンド
returning リターニング reuse リユース reused リユーズド reusing リユージング reuters ロイター rev レブ reveal リビール revealed リビールド reveals リビールズ
revenue レベニュー reverse リバース reversed リバースト reversible リバーシブル reverted リバーテッド reverting リバーティング reviewed レビュード
reviewers レビュアーズ reviewing レビューイング reviews レビューズ revised リバイズド revoke リボーク revolution レボリューション reward リワード
rewind リワインド reworded リワーデッド rewrites リライツ rewriting リライティング rewritten リリトゥン rewrote リロート rfind アールファインド rhel レル
rhyme ライム rhythm リズム ribs リブズ rice ライス rich リッチ richards リチャーズ richmond リッチモンド rid リッド riddle リドル ride ライド
ridiculous リディキュラス rifle ライフル rig リグ rightly ライトリー rights ライツ rigid リジッド rigorous リゴラス ring リング ringing リンギング
rings リングズ rinse リンス riot ライオット ripe ライプ rise ライズ rises ライジズ rising ライジング risk リスク risks リスクス risky リスキー rita リタ
rival ライバル rivers リバーズ rmdir リムーブディレクトリ rmul アールミュル road ロード roadmap ロードマップ roadmaps ロードマップス roads ローズ roast ロースト
robertson ロバートソン robot ロボット robots ロボッツ robust ロバスト rochester ロチェスター rock ロック rocket ロケット rocks ロックス rocky ロッキー
rode ロード rodgers ロジャーズ rodriguez ロドリゲス roll ロール rollbacks ロールバックス rolled ロールド rolling ローリング rolls ロールズ romania ルーマニア
rome ローマ romeo ロメオ ronaldo ロナウド roof ルーフ rookie ルーキー room ルーム roommate ルームメイト rooms ルームズ rooney ルーニー roosevelt ルーズベルト
rootkit ルートキット roots ルーツ rope ロープ ropes ロープス rose ローズ roses ロージズ rotate ローテート rotated ローテーテッド rotates ローテーツ
rotating ローテーティング rotation ローテーション rotten ロットン rough ラフ roughly ラフリー round ラウンド rounded ラウンデッド rounding ラウンディング
rounds ラウンズ routed ルーテッド routers ルーターズ routine ルーチン rpartition アールパーティション rpc アールピーシー rsa アールエスエー
rspack アールエスパック rst アールエスティー rsub アールサブ rubber ラバー rubocop ルボコップ rubymine ルビーマイン rude ルード rug ラグ ruined ルインド
ruining ルーイニング ruins ルインズ ruled ルールド ruler ルーラー rumor ルーマー runbook ランブック runbooks ランブックス runc ランシー runctx ランコンテキスト
runners ランナーズ runs ランズ rush ラッシュ russell ラッセル russia ロシア russian ロシアン russians ロシアンズ rustdoc ラストドック ryan ライアン saas サース
sacramento サクラメント sad サッド sadly サッドリー sadness サドネス safeguard セーフガード safely セーフリー safest セーフェスト safety セーフティ sage セージ
said セッド sailed セイルド sailing セーリング sailor セーラー sailors セイラーズ sails セイルズ sake セイク salad サラダ salaries サラリーズ salary サラリー
sale セール sales セールス salesforce セールスフォース salt ソルト salted ソルテッド saltier ソルティアー salting ソルティング salty ソルティ salute サルート
salvador サルバドール samantha サマンサ same セイム saml サムル sampled サンプルド sampling サンプリング samsung サムスン sanchez サンチェス sand サンド
sandwich サンドイッチ sandwiches サンドイッチズ sang サング sanitized サニタイズド sanitizer サニタイザー sanity サニティ sank サンク santos サントス
sapporo サッポロ sara サラ sat サット satellite サテライト satisfied サティスファイド satisfies サティスファイズ satisfy サティスファイ
saturated サチュレーテッド saturday サタデー saturdays サタデーズ sauce ソース saudi サウジ savage サベージ savepoint セーブポイント savepoints セーブポインツ
savings セービングズ saw ソー saying セイイング scalability スケーラビリティ scalable スケーラブル scalar スカラー scalars スカラーズ scaled スケールド
scales スケールズ scaling スケーリング scandal スキャンダル scanned スキャンド scanners スキャナーズ scanning スキャニング scans スキャンズ scar スカー
scarce スケアス scare スケア scared スケアード scares スケアズ scarf スカーフ scary スケアリー scattered スキャッタード scenario シナリオ scenarios シナリオズ
scene シーン scenes シーンズ scent セント scheduled スケジュールド schedulers スケジューラーズ schedules スケジュールズ scheduling スケジューリング
scheme スキーム schmidt シュミット scholars スカラーズ scholarship スカラーシップ school スクール schools スクールズ scientist サイエンティスト
scientists サイエンティスツ scipy サイパイ scissors シザーズ scolded スコールデッド scored スコアード scores スコアズ scraped スクレイプト scraper スクレイパー
scraping スクレイピング scrapy スクレイピー scratch スクラッチ scratched スクラッチド screens スクリーンズ screenshots スクリーンショッツ screw スクリュー
screwdriver スクリュードライバー screws スクリューズ scrollable スクローラブル scrollbar スクロールバー scrolled スクロールド scrolling スクローリング
scrolls スクロールズ scrum スクラム scrutiny スクルーティニー sea シー seaborn シーボーン seal シール sealed シールド seam シーム seamless シームレス
seams シームズ sean ショーン searchable サーチャブル searched サーチト searches サーチズ searching サーチング season シーズン seat シート seated シーテッド
seating シーティング seattle シアトル secondary セカンダリー secretary セクレタリー secs セクス sections セクションズ sector セクター sectors セクターズ
secure セキュア sed セド see シー seeded シーデッド seeing シーイング seeking シーキング seem シーム seemed シームド seems シームズ seen シーン sees シーズ
segments セグメンツ seized シーズド seizure シージャー seldom セルダム selected セレクテッド selecting セレクティング selection セレクション selects セレクツ
selfie セルフィー selinux エスイーリナックス sell セル seller セラー selling セリング sells セルズ semantic セマンティック semantics セマンティクス
semaphores セマフォズ semicolon セミコロン semicolons セミコロンズ senator セネター sendgrid センドグリッド sending センディング sends センズ senior シニア
sense センス sensible センシブル sensitive センシティブ sensor センサー sensors センサーズ sent セント sentence センテンス sentences センテンシズ
sentinel センチネル separate セパレート separated セパレーテッド separately セパレートリー separates セパレーツ september セプテンバー sequelize シークエライズ
sequential シーケンシャル serbia セルビア serde サーデ sergeant サージェント serialise シリアライズ serialization シリアライゼーション serialized シリアライズド
serious シリアス seriously シリアスリー serum シーラム served サーブド serverside サーバーサイド serves サーブズ serving サービング setpos セットポズ
sets セッツ settle セトル settled セトルド settlers セトラーズ settles セトルズ settrace セットトレース seven セブン seventh セブンス seventy セブンティ
several セベラル severe シビア severity セベリティ sexual セクシャル sexually セクシャリー sexy セクシー sftp エスエフティーピー sha シャー shade シェード
shader シェーダー shaders シェーダーズ shades シェーズ shadows シャドーズ shady シェイディ shah シャー shakespeare シェイクスピア shaking シェイキング
shall シャル shallow シャロー shame シェイム shanghai シャンハイ shapes シェイプス sharded シャーデッド shards シャーズ shares シェアズ sharp シャープ
sharper シャーパー sharply シャープリー shattered シャッタード shaved シェイブド shawn ショーン she シー shed シェッド sheep シープ sheer シアー sheet シート
sheets シーツ shelf シェルフ shelter シェルター shepherd シェパード sherlock シャーロック sherman シャーマン shields シールズ shifted シフテッド shifts シフツ
shim シム shine シャイン shines シャインズ shipped シップト shipping シッピング ships シップス shirley シャーリー shirt シャツ shirts シャツ shocked ショックト
shoe シュー shoes シューズ shook シュック shoot シュート shooter シューター shopify ショッピファイ shopping ショッピング shops ショップス shore ショア
shortage ショーテージ shortcuts ショートカッツ shortened ショートンド shortens ショートンズ shorter ショーター shortest ショーテスト shortly ショートリー
shot ショット shots ショッツ should シュッド shoulder ショルダー shoulders ショルダーズ shouldn シュドゥン shouted シャウテッド showed ショウド shower シャワー
shown ショーン shows ショーズ shrank シュランク shrine シュライン shrink シュリンク shrinking シュリンキング shrinks シュリンクス shrunk シュランク
shuffled シャッフルド shut シャット shutil シューティル shuts シャッツ shutting シャッティング shy シャイ sick シック sidecar サイドカー sidekiq サイドキック
sides サイズ sight サイト sigmoid シグモイド signalling シグナリング signals シグナルズ signatures シグネチャーズ signed サインド signing サイニング
signs サインズ silence サイレンス silenced サイレンスト silences サイレンシズ silently サイレントリー silicon シリコン silk シルク silly シリー silver シルバー
similar シミラー similarity シミラリティ simmer シマー simpler シンプラー simplest シンプレスト simplicity シンプリシティ simplified シンプリファイド
simplify シンプリファイ simply シンプリー simulate シミュレート simulated シミュレーテッド simulation シミュレーション simulator シミュレーター
simultaneous サイマルテニアス sinatra シナトラ since シンス sincere シンシア sincerely シンシアリー sine サイン sing シング singapore シンガポール
singer シンガー singers シンガーズ singing シンギング sings シングズ singular シンギュラー sink シンク sinks シンクス sir サー sister シスター
sisters シスターズ sit シット sitemap サイトマップ sites サイツ sits シッツ sitting シッティング situation シチュエーション six シックス
sixteen シックスティーン sixth シックスス sixty シックスティ sizeof サイズオブ skeleton スケルトン skeptical スケプティカル sketch スケッチ
sketchup スケッチアップ skew スキュー ski スキー skiing スキーイング skill スキル skim スキム skimmed スキムド skin スキン skins スキンズ skipped スキップト
skipping スキッピング sklearn エスケーラーン skull スカル sky スカイ skype スカイプ sla エスエルエー slate スレート slaughter スローター slavery スレイバリー
sleeping スリーピング sleeps スリープス sleepy スリーピー sleeve スリーブ sleeves スリーブズ slept スレプト slices スライシズ slide スライド slides スライズ
slight スライト slightest スライテスト slightly スライトリー slim スリム slip スリップ slipped スリップト slippers スリッパーズ slippery スリッパリー
slips スリップス slo エスエルオー slogan スローガン slope スロープ slopes スロープス slots スロッツ slowdown スローダウン slowed スロード slower スロワー
slowest スローエスト slowing スローイング slowly スローリー slows スローズ sluggish スラッギッシュ smallest スモーレスト smart スマート smb エスエムビー
smell スメル smelled スメルド smells スメルズ smile スマイル smiled スマイルド smoking スモーキング smooth スムーズ smoothly スムーズリー smooths スムーズズ
snag スナッグ snake スネーク snap スナップ snappy スナッピー snaps スナップス snapshots スナップショッツ sneeze スニーズ sniffer スニッファー
sniffing スニッフィング sniper スナイパー snmp エスエヌエムピー snores スノアズ snow スノー snowed スノード snowflake スノーフレイク snowing スノーイング
snowpack スノーパック snows スノーズ soak ソーク soap ソープ soccer サッカー socialist ソーシャリスト societies ソサエティーズ society ソサエティ
socketio ソケットアイオー socks ソックス sodium ソディウム sofa ソファ soft ソフト softer ソフター softly ソフトリー softmax ソフトマックス
software ソフトウェア soil ソイル solar ソーラー sold ソールド soldier ソルジャー soldiers ソルジャーズ solely ソールリー solidity ソリディティ
solutions ソリューションズ solve ソルブ solved ソルブド solver ソルバー solves ソルブズ solving ソルビング some サム somebody サムバディ someday サムデイ
somehow サムハウ someone サムワン something サムシング sometimes サムタイムズ somewhat サムワット son サン sonarqube ソナーキューブ song ソング songs ソングズ
songwriter ソングライター sony ソニー soon スーン sooner スーナー sore ソア sorrow ソロー sorry ソーリー sortable ソータブル sorting ソーティング sorts ソーツ
sotto ソット soul ソウル souls ソウルズ sound サウンド sounded サウンデッド sounds サウンズ soup スープ sour サワー sources ソーシズ sourcetree ソースツリー
south サウス southern サザン sovereignty ソブリンティ spa エスピーエー spacecraft スペースクラフト spaces スペーシズ spacing スペーシング spain スペイン
spanish スパニッシュ spanner スパナー spans スパンズ spare スペア spares スペアズ sparse スパース speak スピーク speaker スピーカー speakers スピーカーズ
speaking スピーキング speaks スピークス special スペシャル species スピーシーズ specific スペシフィック specification スペシフィケーション specify スペシファイ
specifying スペシファイング spectators スペクテーターズ spectrogram スペクトログラム spectrum スペクトラム speculate スペキュレート sped スペッド
speeds スピーズ speedup スピードアップ spell スペル spelled スペルド spelling スペリング spellings スペリングズ spend スペンド spending スペンディング
spends スペンズ spent スペント sphinx スフィンクス spices スパイシズ spicy スパイシー spider スパイダー spike スパイク spikes スパイクス spilled スピルド
spin スピン spinach スピナッチ spinal スパイナル spinlock スピンロック spinnaker スピネカー spinning スピニング spins スピンズ spirit スピリット spite スパイト
splash スプラッシュ splits スプリッツ splitting スプリッティング splunk スプランク spoil スポイル spoke スポーク spoken スポークン sponsorship スポンサーシップ
spoof スプーフ spoofing スプーフィング spoon スプーン spoonful スプーンフル spoons スプーンズ sporadic スポラディック sports スポーツ spot スポット
spotify スポティファイ spotted スポッテッド spread スプレッド spreading スプレッディング spreads スプレッズ spreadsheet スプレッドシート
spreadsheets スプレッドシーツ sprite スプライト spun スパン spurious スプリアス spy スパイ spyware スパイウェア sqlalchemy エスキューエルアルケミー
squad スクワッド squares スクエアズ squash スカッシュ squashed スカッシュド squashing スカッシング squeeze スクイーズ squeezed スクイーズド squirrel スクワレル
sri スリ ssize エスサイズ sso エスエスオー stacked スタックト stacking スタッキング stackoverflow スタックオーバーフロー stadium スタジアム staged ステージド
stages ステージズ stain ステイン stairs ステアーズ stakeholder ステークホルダー stakeholders ステークホルダーズ stale ステイル stalled ストールド
stalls ストールズ stamp スタンプ stamps スタンプス stand スタンド standalone スタンドアローン standby スタンバイ standing スタンディング stands スタンズ
standstill スタンドスティル standups スタンドアップス stanley スタンリー staring ステアリング starlette スターレット starred スタード stars スターズ
started スターテッド starting スターティング starts スターツ starvation スターベーション starve スターブ starving スタービング stashed スタッシュド
statefulset ステートフルセット statements ステートメンツ station ステーション stations ステーションズ statistics スタティスティクス statue スタチュー
statute スタチュート stay ステイ stayed ステイド staying ステイイング stays ステイズ steadily ステディリー steady ステディー steal スチール
stealing スティーリング steals スティールズ steam スチーム steel スチール steep スティープ stefan ステファン stem ステム stephanie ステファニー
stephen スティーブン stepped ステップト stepper ステッパー stepping ステッピング stereo ステレオ steve スティーブ steven スティーブン stevens スティーブンス
stewart スチュワート stick スティック sticker ステッカー sticks スティックス sticky スティッキー stiff スティフ still スティル stimulation スティミュレーション
stimulus スティミュラス stir スター stock ストック stockholm ストックホルム stole ストール stolen ストールン stomach ストマック stone ストーン stones ストーンズ
stood ストゥッド stopgap ストップギャップ stopped ストップト stopping ストッピング stored ストアド stores ストアズ storm ストーム stormy ストーミー
stove ストーブ strace エストレース straightforward ストレートフォワード strangely ストレンジリー stranger ストレンジャー strangers ストレンジャーズ
strap ストラップ straw ストロー strawberries ストロベリーズ stray ストレイ streamed ストリームド streamlit ストリームリット street ストリート streets ストリーツ
strength ストレングス strengthen ストレングスン stress ストレス stretch ストレッチ stretched ストレッチト stretches ストレッチズ stretching ストレッチング
strftime ストリングエフタイム stricter ストリクター strictly ストリクトリー strike ストライク strikes ストライクス stripped ストリップト
stripping ストリッピング strive ストライブ strlen ストリングレン stroke ストローク strong ストロング stronger ストロンガー strongly ストロングリー
strptime ストリングピータイム struck ストラック structs ストラクツ structured ストラクチャード stuart スチュアート stubbed スタブド stubborn スタボーン
stuck スタック stud スタッド student スチューデント students スチューデンツ studied スタディド studies スタディーズ studios スタジオズ study スタディ
studying スタディイング stumbled スタンブルド stumbles スタンブルズ stutter スタッター stutters スタッターズ stylelint スタイルリント stylesheet スタイルシート
subclass サブクラス subclasshook サブクラスフック subdirectories サブディレクトリーズ subdirectory サブディレクトリ subdomain サブドメイン subject サブジェクト
sublime サブライム submission サブミッション submits サブミッツ submitting サブミッティング submodules サブモジュールズ subnormal サブノーマル
subquery サブクエリー subscribed サブスクライブド subscribers サブスクライバーズ subscribes サブスクライブズ subscriptions サブスクリプションズ
subset サブセット subsidies サブシディーズ substitute サブスティチュート substring サブストリング subtitles サブタイトルズ subtle サトル subtract サブトラクト
subtracting サブトラクティング subtraction サブトラクション subtracts サブトラクツ subtree サブツリー suburb サバーブ suburbs サバーブズ subway サブウェイ
succeed サクシード succeeded サクシーデッド succeeds サクシーズ successful サクセスフル successfully サクセスフリー succession サクセッション
succinct サクシンクト such サッチ sudden サドン suddenly サドンリー sudoers スードゥアーズ suffer サファー suffered サファード suffers サファーズ
suffice サファイス sufficient サフィシェント sugar シュガー suggest サジェスト suggested サジェステッド suggestions サジェスチョンズ suggests サジェスツ
suit スーツ suitable スータブル suitcase スーツケース suitcases スーツケーシズ suits スーツ summarise サマライズ summarize サマライズ summed サムド
summer サマー summit サミット sums サムズ sun サン sunday サンデー sundays サンデーズ sunlight サンライト sunny サニー sunrise サンライズ sunset サンセット
superfluous スーパーフルアス superhero スーパーヒーロー superior スーペリア supermarket スーパーマーケット supervisor スーパーバイザー supplied サプライド
supplier サプライヤー suppliers サプライヤーズ supplies サプライズ supply サプライ supported サポーテッド supports サポーツ suppose サポーズ supposed サポーズド
supposing サポージング suppress サプレス supreme スプリーム sure シュア surely シュアリー surface サーフェス surfaced サーフェスト surgeon サージョン
surprise サプライズ surprised サプライズド surprises サプライジズ surprising サプライジング surprisingly サプライジングリー surrey サリー surround サラウンド
surrounding サラウンディング surveillance サーベイランス survey サーベイ survive サバイブ survived サバイブド suse スーゼ suspect サスペクト
suspected サスペクテッド suspects サスペクツ suspended サスペンデッド suspends サスペンズ suspicious サスピシャス sutton サットン svgs エスブイジーズ
swallow スワロー swallowed スワロード swallows スワローズ swam スワム swan スワン swapfile スワップファイル swapped スワップト swapping スワッピング
swc エスダブリューシー swear スウェア sweat スウェット sweater セーター sweep スウィープ sweet スイート sweetheart スウィートハート sweets スイーツ
swept スウェプト swimmer スイマー swims スイムズ swing スイング swinging スウィンギング swings スイングズ swipe スワイプ swiping スワイピング
switched スイッチド switches スイッチズ switzerland スイッツァランド sword ソード sydney シドニー symbolic シンボリック symbols シンボルズ symlinks シムリンクス
symmetric シンメトリック sympathy シンパシー symptom シンプトム symptoms シンプトムズ synced シンクト synchronise シンクロナイズ
synchronization シンクロナイゼーション synchronize シンクロナイズ synchronized シンクロナイズド synchronous シンクロナス syncing シンキング syncs シンクス
synonyms シノニムズ synthesizer シンセサイザー syrup シロップ sysctl シスコントロール systemctl システムコントロール systems システムズ
tablespace テーブルスペース tablet タブレット tablets タブレッツ tackle タックル tagged タグド tagging タギング tailor テイラー tailored テーラード
tails テイルズ taiwan タイワン take テイク taken テイクン takes テイクス taking テイキング talent タレント talk トーク talked トークト talking トーキング
talks トークス tall トール taller トーラー tallest トーレスト tampered タンパード tampering タンパリング tanaka タナカ tangent タンジェント tangible タンジブル
tanh タンエイチ tank タンク tap タップ tape テープ tapped タップト tapping タッピング taps タップス tarball ターボール targets ターゲッツ taste テイスト
tasted テイステッド tastes テイスツ tate テイト taught トート tauri タウリ tax タックス taxation タクセーション taxes タクシズ taxi タクシー
taxpayer タックスペイヤー taxpayers タックスペイヤーズ tcgetattr ティーシーゲットアトリビュート tcpdump ティーシーピーダンプ
tcsetattr ティーシーセットアトリビュート tdd ティーディーディー tea ティー teach ティーチ teacher ティーチャー teachers ティーチャーズ teaches ティーチズ
teardown ティアダウン tearing テアリング tears ティアーズ technical テクニカル technically テクニカリー technician テクニシャン technique テクニック
technology テクノロジー tedious ティーディアス teenagers ティーンエイジャーズ teeth ティース tekton テクトン telemetry テレメトリー telephone テレフォン
telescope テレスコープ television テレビジョン tell テル telling テリング tells テルズ temper テンパー temperature テンペラチャー temperatures テンペラチャーズ
templating テンプレーティング temple テンプル temporarily テンポラリリー temptation テンプテーション tempted テンプテッド ten テン tenants テナンツ tend テンド
tends テンズ tenfold テンフォールド tennessee テネシー tennis テニス tensors テンソルズ tent テント tenth テンス tenths テンスズ terabyte テラバイト
teresa テレサ terminates ターミネーツ terminology ターミノロジー ternary ターナリー terrace テラス terragrunt テラグラント terrible テリブル
terrorism テロリズム terrorist テロリスト terrorists テロリスツ terse タース tesla テスラ tested テステッド testers テスターズ tex テフ texas テキサス
textarea テキストエリア textbook テキストブック textbox テキストボックス textile テキスタイル texting テキスティング texts テキスツ textual テクスチュアル
texture テクスチャー textures テクスチャーズ thai タイ thailand タイランド thames テムズ than ザン thank サンク thanked サンクト thanks サンクス that ザット
the ザ theater シアター theatre シアター theft セフト their ゼア theirs ゼアズ them ゼム themselves ゼムセルブズ theorem セオレム theoretical セオレティカル
theory セオリー therapeutic セラピューティック therapy セラピー there ゼア thereby ゼアバイ therefore ゼアフォー thereof ゼアオブ theresa テレサ
thermometer サーモメーター these ジーズ thesis シーシス they ゼイ thick シック thief シーフ thigh サイ thin シン thing シング things シングズ think シンク
thinking シンキング thinner シンナー third サード thirds サーズ thirsty サースティー thirty サーティー this ディス thomas トーマス thomson トムソン
thorough サロー thoroughly サローリー those ゾーズ thou ザウ though ゾー thought ソート thoughts ソーツ thousand サウザンド thousands サウザンズ threat スレット
threatened スレトンド threatening スレトニング threats スレッツ three スリー threw スルー thrift スリフト thrive スライブ throat スロート thrones スローンズ
throttled スロットルド throttles スロットルズ throttling スロットリング through スルー throughput スループット throwing スローイング thrown スローン
throws スローズ thumb サム thumbnails サムネイルズ thumbs サムズ thunder サンダー thunk サンク thursday サーズデー thursdays サーズデーズ thus ザス thy ザイ
ticked ティックト tickets チケッツ ticking ティッキング ticks ティックス tide タイド tidied タイディード tidy タイディー tied タイド tier ティア ties タイズ
tiff ティフ tiger タイガー tight タイト tighten タイトン tightened タイトンド tightly タイトリー tiktok ティックトック tile タイル tiles タイルズ till ティル
timber ティンバー timed タイムド timeouts タイムアウツ timers タイマーズ timestamps タイムスタンプス timetable タイムテーブル timing タイミング
timings タイミングズ timothy ティモシー tina ティナ tiny タイニー tip ティップ tips チップス tire タイヤ tired タイアード tires タイヤズ tissue ティシュー
titles タイトルズ tmux ティーマックス tobacco トバコ today トゥデイ toggled トグルド toggles トグルズ tokenise トークナイズ tokenization トークナイゼーション
tokenize トークナイズ tokenizers トークナイザーズ tokio トキオ tokyo トーキョー told トールド tolerance トレランス tolerant トレラント tolerate トレレート
tolerates トレレーツ toll トール tom トム tomato トマト tomatoes トマトズ tomb トゥーム tomcat トムキャット tommy トミー tomorrow トゥモロー tone トーン
tongue タング tonight トゥナイト tonnes トンズ tons トンズ too トゥー took トゥック toolchain ツールチェーン tooling ツーリング tooth トゥース
toothbrush トゥースブラシ topics トピックス topology トポロジー tore トア tories トーリーズ torn トーン tornado トルネード toronto トロント totals トータルズ
totp ティーオーティーピー touched タッチド touches タッチズ touching タッチング touchpad タッチパッド tough タフ tour ツアー tourists ツーリスツ
tournament トーナメント tow トー toward トゥワード towards トゥワーズ towel タオル towels タオルズ tower タワー town タウン toy トイ toyota トヨタ toys トイズ
traced トレースト tracer トレーサー traces トレーシズ tracked トラックト tracking トラッキング tracks トラックス tractor トラクター tracy トレーシー
traded トレーデッド trading トレーディング traefik トラフィック traffic トラフィック tragedy トラジェディ trail トレイル trailing トレーリング
trained トレインド training トレーニング trains トレインズ trait トレイト tram トラム transcode トランスコード transcoder トランスコーダー
transcoding トランスコーディング transcript トランスクリプト transferred トランスファード transfers トランスファーズ transient トランジェント
transistor トランジスター transition トランジション transitive トランジティブ translated トランスレーテッド translates トランスレーツ
translating トランスレーティング translations トランスレーションズ translator トランスレーター translators トランスレーターズ transparent トランスペアレント
transpile トランスパイル transpiler トランスパイラー trap トラップ traps トラップス trauma トラウマ travel トラベル travelers トラベラーズ
traveling トラベリング travelling トラベリング travels トラベルズ traversal トラバーサル traverse トラバース traversing トラバーシング travis トラビス
tray トレイ treasure トレジャー treasury トレジャリー treat トリート treated トリーテッド treating トリーティング treatment トリートメント treats トリーツ
trees ツリーズ trello トレロ tremendous トレメンダス trend トレンド trevor トレバー trial トライアル triangle トライアングル triangles トライアングルズ
trick トリック trickier トリッキアー tricks トリックス tricky トリッキー trie トライ tried トライド tries トライズ triggered トリガード
trigonometry トリゴノメトリー trimmed トリムド trimming トリミング trims トリムズ trino トリノ trip トリップ tripped トリップト trips トリップス
troops トゥループス trousers トラウザーズ truck トラック trucks トラックス truediv トゥルーディブ truly トゥルーリー trunc トランク truncated トランケーテッド
trunk トランク trust トラスト trusted トラステッド trusting トラスティング trusts トラスツ trustworthy トラストワージー truth トゥルース trying トライイング
ttl ティーティーエル tucked タックト tuesday チューズデー tui ティーユーアイ tulips チューリップス tuned チューンド tuning チューニング tunnel トンネル
tuples タプルズ turbopack ターボパック turborepo ターボレポ turing チューリング turkey ターキー turkish ターキッシュ turn ターン turning ターニング
turnover ターンオーバー turns ターンズ tutorial チュートリアル tv ティービー tweak ツイーク tweet ツイート tweeted ツイーテッド tweets ツイーツ
twelfth トゥエルフス twelve トゥエルブ twenty トゥエンティ twice トゥワイス twilight トワイライト twilio トゥイリオ twin ツイン twins ツインズ
typedef タイプデフ typedoc タイプドック typeorm タイプオーアールエム typhoon タイフーン typically ティピカリー typos タイポズ uae ユーエーイー uber ウーバー
ucla ユーシーエルエー ugly アグリー ukraine ウクライナ ukrainian ウクレイニアン ulp ユーエルピー ultimately アルティメイトリー umask ユーマスク
umbrella アンブレラ umlaut ウムラウト umlauts ウムラウツ unable アンエーブル uname ユーネーム unary ユーナリー unattended アンアテンデッド
unavailable アンアベイラブル unbounded アンバウンデッド uncertain アンサートゥン uncertainty アンサーテンティ unchanged アンチェンジド unchecked アンチェックト
uncle アンクル unclear アンクリア uncomfortable アンコンフォータブル uncommitted アンコミッテッド unconditional アンコンディショナル uncovered アンカバード
under アンダー underestimate アンダーエスティメート underestimated アンダーエスティメーテッド underfitting アンダーフィッティング underflow アンダーフロー
underline アンダーライン underlined アンダーラインド underlines アンダーラインズ underlying アンダーライイング underneath アンダーニース
underscore アンダースコア understandable アンダースタンダブル understanding アンダースタンディング understands アンダースタンズ understood アンダーストゥッド
undid アンディッド undocumented アンドキュメンテッド undoes アンダズ undoing アンドゥーイング undone アンダン uneven アンイーブン
unexpected アンエクスペクテッド unfair アンフェア unfamiliar アンファミリア unfinished アンフィニッシュド unfortunate アンフォーチュネート
unfortunately アンフォーチュネートリー unhandled アンハンドルド unhappy アンハッピー unicast ユニキャスト unicorn ユニコーン unified ユニファイド
uniform ユニフォーム uninstall アンインストール uninstalled アンインストールド uninstaller アンインストーラー uninstalling アンインストーリング
unintentional アンインテンショナル united ユナイテッド universal ユニバーサル university ユニバーシティ unlike アンライク unlikely アンライクリー
unlimited アンリミテッド unlocked アンロックト unlocks アンロックス unmaintained アンメンテインド unmarshal アンマーシャル unnecessary アンネセサリー
unnoticed アンノーティスト unpack アンパック unpacked アンパックト unpacking アンパッキング unpacks アンパックス unplug アンプラグ unplugged アンプラグド
unreachable アンリーチャブル unread アンリード unreadable アンリーダブル unreal アンリアル unrelated アンリレーテッド unreliable アンリライアブル
unresolved アンリゾルブド unrolled アンロールド unsaved アンセーブド unset アンセット unsigned アンサインド unstable アンステーブル
unsubscribe アンサブスクライブ unsubscribed アンサブスクライブド unsupported アンサポーテッド unsure アンシュア untested アンテステッド until アンティル
untouched アンタッチド untrusted アントラステッド unusable アンユーザブル unusually アンユージュアリー unveiled アンベイルド unwanted アンウォンテッド
unwilling アンウィリング unwrap アンラップ upcoming アップカミング updating アップデーティング upgraded アップグレーデッド upgrades アップグレーズ
upgrading アップグレーディング uploaded アップローデッド uploading アップローディング uploads アップローズ upon アポン upper アッパー uppercase アッパーケース
upright アップライト ups アップス upsert アップサート upserts アップサーツ upset アップセット upside アップサイド upstairs アップステアーズ uptr ユーポインター
upward アップワード upwards アップワーズ uranium ウラニウム urgency アージェンシー urgent アージェント urine ユリン uruguay ウルグアイ us アス usa ユーエスエー
usability ユーザビリティ usable ユーザブル used ユーズド useful ユースフル useless ユースレス uses ユージズ using ユージング ussr ユーエスエスアール
usual ユージュアル usually ユージュアリー utah ユタ utc ユーティーシー utilise ユーティライズ utilization ユーティライゼーション utilize ユーティライズ
utilized ユーティライズド utterance アタランス utterances アタランシズ uvicorn ユービコーン vacation バケーション vaccination バクシネーション vaccine ワクチン
vacuum バキューム vagina バジャイナ vague ベイグ vain ベイン valentine バレンタイン valgrind バルグリンド validated バリデーテッド validates バリデーツ
validating バリデーティング valley バレー valuable バリュアブル van バン vanessa バネッサ vanish バニッシュ vanished バニッシュト vanishes バニッシュズ
varchar バーチャー variance バリアンス variants バリアンツ varies バリーズ various バリアス vary バリー vectorization ベクトライゼーション
vectorize ベクトライズ vectors ベクターズ vegetables ベジタブルズ vehicle ビークル vehicles ビークルズ vein ベイン veins ベインズ velocity ベロシティ
vending ベンディング vendored ベンダード vendors ベンダーズ vent ベント venv ブイエンブ verb バーブ verbose バーボース verbs バーブズ
verification ベリフィケーション verified ベリファイド verifies ベリファイズ verifying ベリファイイング versa バーサ versioning バージョニング versus バーサス
vertical バーティカル vertically バーティカリー very ベリー vet ベット veteran ベテラン veterans ベテランズ via ビア viable バイアブル vice バイス
victim ビクティム videos ビデオズ vienna ウィーン vietnam ベトナム vietnamese ベトナミーズ viewed ビュード viii エイト village ビレッジ villages ビレッジズ
vimrc ビムアールシー vine バイン vinegar ビネガー vines バインズ violates バイオレーツ violation バイオレーション violin バイオリン vip ブイアイピー
viral バイラル virtualbox バーチャルボックス virtualenv バーチャルエンブ virtualise バーチャライズ virtualization バーチャライゼーション virus ウイルス
viruses ウイルシズ visa ビザ visit ビジット visited ビジテッド visitors ビジターズ visits ビジッツ visualise ビジュアライズ visualization ビジュアライゼーション
visualize ビジュアライズ vital バイタル vitamin ビタミン vivid ビビッド vlan ブイラン vmware ブイエムウェア vocabulary ボキャブラリー vocal ボーカル
vocoders ボコーダーズ vogue ボーグ voices ボイシズ volatile ボラタイル volcanic ボルカニック volleyball バレーボール voltage ボルテージ volunteer ボランティア
volunteers ボランティアズ vote ボート voted ボーテッド voters ボーターズ votes ボーツ voting ボーティング vouch バウチ voucher バウチャー voxel ボクセル
voyage ボヤージュ vp ブイピー vulkan バルカン vulnerabilities バルネラビリティーズ vulnerability バルネラビリティ vulnerable バルネラブル
vxworks ブイエックスワークス wages ウェイジズ wagner ワグナー waited ウェイテッド waiter ウェイター waiting ウェイティング waitress ウェイトレス waits ウェイツ
wake ウェイク wakes ウェイクス waking ウェイキング wales ウェールズ walked ウォークト walking ウォーキング walks ウォークス wall ウォール wallace ウォレス
walls ウォールズ walsh ウォルシュ wan ワン wanna ワナ wanted ウォンテッド war ウォー ward ウォード warehouse ウェアハウス warm ウォーム warmed ウォームド
warmer ウォーマー warming ウォーミング warms ウォームズ warmth ウォームス warned ウォーンド warns ウォーンズ warranty ワランティー warren ウォーレン
warrior ウォリアー warriors ウォリアーズ wash ウォッシュ washed ウォッシュド washes ウォッシュズ washing ウォッシング washington ワシントン wasi ワシー
wasn ワズン waste ウェイスト wasted ウェイステッド wastes ウェイスツ watchdog ウォッチドッグ watched ウォッチト watches ウォッチズ watching ウォッチング
watchos ウォッチオーエス water ウォーター watered ウォータード waterfall ウォーターフォール watering ウォータリング waters ウォーターズ watson ワトソン
watts ワッツ wave ウェーブ waved ウェイブド waveform ウェーブフォーム waves ウェーブズ way ウェイ ways ウェイズ wchar ダブリューチャー weak ウィーク
weaker ウィーカー weakest ウィーケスト weakness ウィークネス wearing ウェアリング wears ウェアズ weather ウェザー webb ウェブ webfont ウェブフォント
webgl ウェブジーエル webgpu ウェブジーピーユー webm ウェブエム webmaster ウェブマスター webpage ウェブページ webserver ウェブサーバー websockets ウェブソケッツ
webstorm ウェブストーム webview ウェブビュー wedding ウェディング wednesday ウェンズデー wednesdays ウェンズデーズ wee ウィー weeds ウィーズ
weekday ウィークデイ weekdays ウィークデイズ weekend ウィークエンド weekends ウィークエンズ weekly ウィークリー weigh ウェイ weighed ウェイド
weighing ウェイイング weighs ウェイズ welcome ウェルカム welcomed ウェルカムド well ウェル went ウェント were ワー west ウェスト wet ウェット whale ホエール
whales ホエールズ what ワット whatever ワットエバー whatsapp ワッツアップ whatsoever ワットソーエバー wheat ウィート wheelchair ホイールチェア
wheeler ウィーラー when ホエン whenever ウェネバー where ウェア whereas ウェアラズ wherever ウェアエバー whether ウェザー which ウィッチ
whichever ウィッチエバー whisper ウィスパー whispered ウィスパード whistle ホイッスル whiteboard ホワイトボード whitelist ホワイトリスト whitney ホイットニー
who フー whoever フーエバー whole ホール whom フーム whose フーズ why ホワイ wi ワイ wicked ウィキッド wide ワイド widely ワイドリー widened ワイドンド
wider ワイダー widespread ワイドスプレッド widest ワイデスト widow ウィドー widths ウィズスズ wife ワイフ wifi ワイファイ wikipedia ウィキペディア wild ワイルド
wildfly ワイルドフライ will ウィル willing ウィリング win ウィン wind ウィンド winds ウィンズ windsor ウィンザー wine ワイン winerror ウィンエラー
wings ウィングズ winner ウィナー wins ウィンズ winter ウィンター winters ウィンターズ wipe ワイプ wiped ワイプト wire ワイヤー wired ワイヤード
wireframe ワイヤーフレーム wireframes ワイヤーフレームズ wireless ワイヤレス wires ワイヤーズ wireshark ワイヤーシャーク wiring ワイヤリング wisdom ウィズダム
wise ワイズ wiser ワイザー wish ウィッシュ wishes ウィッシュズ witch ウィッチ withdrew ウィズドルー within ウィズイン without ウィズアウト
withstand ウィズスタンド witness ウィットネス woke ウォーク woken ウォークン wolf ウルフ woman ウーマン women ウィメン won ウォン wonder ワンダー
wondered ワンダード wonderful ワンダフル wondering ワンダリング wonders ワンダーズ wooden ウッドゥン wool ウール wording ワーディング wore ウォア
worked ワークト working ワーキング workload ワークロード works ワークス workshop ワークショップ workstation ワークステーション worktree ワークツリー
worktrees ワークツリーズ worms ワームズ worn ウォーン worried ウォーリード worries ウォーリーズ worry ウォーリー worrying ウォーリーイング worse ワース
worst ワースト worth ワース worthless ワースレス worthwhile ワースワイル worthy ワーシー would ウッド wound ウーンド wounded ウーンデッド wounds ウーンズ
wow ワオ wrapped ラップト wrapping ラッピング wrist リスト writable ライタブル writers ライターズ writes ライツ writing ライティング written リトゥン
wrong ロング wrongly ロングリー wrote ロート wyoming ワイオミング wysiwyg ウィジウィグ xamarin ザマリン xargs エックスアーグス xbox エックスボックス xen ゼン
xgboost エックスジーブースト xhr エックスエイチアール xlsx エックスエルエスエックス xunit エックスユニット yacc ヤック yacht ヨット yahoo ヤフー yard ヤード
yearly イヤーリー yellow イエロー yep イェップ yesterday イエスタデイ yet イェット yields イールズ yoga ヨガ york ヨーク young ヤング younger ヤンガー
youngest ヤンゲスト your ユア youre ユアー yours ユアーズ zach ザック zealand ジーランド zeros ゼロズ zimbabwe ジンバブエ zipkin ジプキン zipper ジッパー
zlib ゼットリブ zombie ゾンビ zombies ゾンビーズ zones ゾーンズ zoo ズー zookeeper ズーキーパー zoomed ズームド zooming ズーミング zooms ズームズ
zstd ゼットスタンダード
)";

}  // namespace sotto::text
