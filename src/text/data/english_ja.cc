#include "text/data/english_ja.h"

namespace sotto::text {

const std::string_view kEnglishInJapanese = R"(
abandoned アバンダンド abbreviation アブリビエーション abbreviations アブリビエーションズ ability アビリティ able エイブル aborted アボーテッド aborts アボーツ
above アバブ abroad アブロード abruptly アブラプトリー absence アブセンス absent アブセント absolutely アブソリュートリー absorb アブソーブ absorbs アブソーブズ
absurd アブサード accent アクセント accents アクセンツ acceptable アクセプタブル acceptance アクセプタンス accepted アクセプテッド accepting アクセプティング
accepts アクセプツ accessibility アクセシビリティ accessible アクセシブル accident アクシデント accidental アクシデンタル accidentally アクシデンタリー
accidents アクシデンツ accompanied アカンパニード according アコーディング accordingly アコーディングリー accordion アコーディオン accountant アカウンタント
accountants アカウンタンツ accounting アカウンティング accounts アカウンツ accumulate アキュミュレート accuracy アキュラシー accurate アキュレート
accused アキューズド achieve アチーブ acid アシッド acknowledge アクノリッジ acknowledged アクノレッジド acknowledgement アクノレッジメント
acknowledges アクノレッジズ across アクロス act アクト acting アクティング activated アクティベーテッド actix アクティックス actors アクターズ actress アクトレス
acts アクツ actual アクチュアル actually アクチュアリー acyclic アサイクリック ad アド adapt アダプト adapted アダプテッド adapters アダプターズ adapts アダプツ
added アデッド adding アディング addition アディション additional アディショナル addressed アドレスト addresses アドレシズ adds アッズ adequate アデクエート
adjacent アジャセント adjust アジャスト adjusted アジャステッド administrator アドミニストレーター administrators アドミニストレーターズ admins アドミンズ
admire アドマイア admit アドミット admits アドミッツ admitted アドミッテッド admittedly アドミッテッドリー adobe アドビ adopted アドプテッド ads アッズ adult アダルト
adults アダルツ advance アドバンス advanced アドバンスト advantage アドバンテージ advantages アドバンテージズ adventure アドベンチャー advertises アドバタイジズ
advice アドバイス advise アドバイズ aes エーイーエス affected アフェクテッド afford アフォード africa アフリカ after アフター afternoon アフタヌーン
afterward アフターワード again アゲイン against アゲインスト age エイジ agency エージェンシー agenda アジェンダ agents エージェンツ ages エイジズ agile アジャイル
ago アゴー agree アグリー agreed アグリード agreement アグリーメント agrees アグリーズ ah アー ahead アヘッド aid エイド aim エイム air エア airbnb エアビーアンドビー
airflow エアフロー airline エアライン airplane エアプレーン airport エアポート aisle アイル ajax エイジャックス akamai アカマイ alacritty アラクリティ
alarm アラーム alarmed アラームド alarming アラーミング alarms アラームズ albeit オールビーイット album アルバム alcohol アルコール alembic アレンビック
algebra アルジェブラ aligned アラインド aligning アライニング alignment アラインメント alike アライク alive アライブ allergy アレルギー allocate アロケート
allocates アロケーツ allocation アロケーション allocations アロケーションズ allocator アロケーター allowed アロウド allowing アラウイング allowlist アロウリスト
allows アラウズ almost オールモースト alone アローン along アロング aloud アラウド alphabet アルファベット alphabetical アルファベティカル
alphabetically アルファベティカリー already オールレディ also オールソー alt オルト alter オルター altered オルタード alternate オルタネート
alternative オルタナティブ alternatives オルタナティブズ although オールゾー altogether オールトゥゲザー always オールウェイズ am アム ambiguity アンビギュイティ
ambiguous アンビギュアス ambitious アンビシャス ambulance アンビュランス amd エーエムディー amend アメンド amended アメンデッド america アメリカ among アモング
amortized アモータイズド amount アマウント amounts アマウンツ ampersand アンパサンド amqp エーエムキューピー amused アミューズド an アン anaconda アナコンダ
anagram アナグラム analyse アナライズ analyser アナライザー analyze アナライズ analyzed アナライズド ancient エンシェント anew アニュー angle アングル
angry アングリー animal アニマル animals アニマルズ animated アニメーテッド animations アニメーションズ anniversary アニバーサリー annotated アノテーテッド
annotations アノテーションズ announce アナウンス announced アナウンスト announcement アナウンスメント announces アナウンシズ annoyed アノイド
annoying アノイイング annoys アノイズ anonymized アノニマイズド anonymous アノニマス another アナザー answered アンサード answers アンサーズ antenna アンテナ
anthropic アンソロピック antialias アンチエイリアス antialiasing アンチエイリアシング antivirus アンチウイルス antlr アントラー ants アンツ anybody エニバディ
anycast エニーキャスト anymore エニモア anyone エニワン anything エニシング anyway エニウェイ anywhere エニウェア apart アパート apartments アパートメンツ
apologies アポロジーズ apologize アポロジャイズ apologized アポロジャイズド apology アポロジー apostrophe アポストロフィー apparent アパレント
apparently アパレントリー apparmor アップアーマー appear アピア appearances アピアランシズ appeared アピアード appears アピアーズ appended アペンデッド
appender アペンダー appendix アペンディックス appends アペンズ appium アピウム apples アップルズ applied アプライド applies アプライズ applying アプライイング
appointment アポイントメント appointments アポイントメンツ appreciate アプリシエイト approach アプローチ approaches アプローチズ appropriate アプロプリエート
approval アプルーバル approvals アプルーバルズ approve アプルーブ approved アプルーブド approves アプルーブズ approximate アプロキシメート apps アップス
april エイプリル arabic アラビック arbitrary アービトラリー architect アーキテクト architecture アーキテクチャー architectures アーキテクチャーズ
archived アーカイブド archives アーカイブズ arduino アルドゥイーノ are アー area エリア areas エリアズ argo アルゴ argocd アルゴシーディー argon アルゴン
argue アーギュー argued アーギュード arguing アーギューイング arithmetic アリスメティック arms アームズ army アーミー around アラウンド arranged アレンジド
arrays アレイズ arrested アレステッド arrival アライバル arrive アライブ arrived アライブド arrives アライブズ arrow アロー arrows アローズ art アート
articles アーティクルズ artifact アーティファクト artificial アーティフィシャル artist アーティスト as アズ asana アサナ asciidoc アスキードック ashore アショア
aside アサイド ask アスク asked アスクト asking アスキング asks アスクス asleep アスリープ aspect アスペクト assembler アセンブラー assembly アセンブリー
assertions アサーションズ asserts アサーツ assigned アサインド assignment アサインメント assigns アサインズ associated アソシエイテッド assume アシューム
assumed アスュームド assumes アシュームズ assuming アシューミング assumption アサンプション assumptions アサンプションズ assured アシュアード asterisk アスタリスク
astro アストロ asymptotic アシンプトティック asynchronous アシンクロナス ate エイト atlassian アトラシアン atmosphere アトモスフィア attached アタッチド
attachment アタッチメント attachments アタッチメンツ attacker アタッカー attackers アタッカーズ attacks アタックス attempts アテンプツ attend アテンド
attendance アテンダンス attention アテンション attic アティック attract アトラクト attracted アトラクテッド attractive アトラクティブ attracts アトラクツ
auction オークション audible オーディブル audience オーディエンス auditor オーディター auditors オーディターズ augmentation オーグメンテーション august オーガスト
aunt アント authenticated オーセンティケーテッド authenticator オーセンティケーター authorisation オーソライゼーション authorise オーソライズ authority オーソリティ
authorized オーソライズド authorizer オーソライザー authors オーサーズ autocomplete オートコンプリート autoconf オートコンフ autoencoder オートエンコーダー
automake オートメイク automata オートマタ automate オートメート automated オートメーテッド automatic オートマチック automatically オートマティカリー
automaton オートマトン autosave オートセーブ autoscaler オートスケーラー autoscaling オートスケーリング autumn オータム availability アベイラビリティ
available アベイラブル average アベレージ averages アベレージズ averaging アベレージング avoid アボイド avoided アボイデッド avoiding アボイディング avoids アボイズ
avro アブロ awaited アウェイテッド awake アウェイク aware アウェア away アウェイ awk オーク awkward オークワード axes アクシーズ axiom アクシオム axis アクシス
axum アクサム babel バベル baby ベイビー babysitter ベビーシッター backed バックト backfill バックフィル backing バッキング backlink バックリンク
backlog バックログ backoff バックオフ backport バックポート backported バックポーテッド backpressure バックプレッシャー backpropagation バックプロパゲーション
backs バックス backslash バックスラッシュ backslashes バックスラッシュズ backtracks バックトラックス backups バックアップス backward バックワード
backwards バックワーズ bacteria バクテリア badly バッドリー bag バッグ baggage バゲージ bags バッグズ bake ベイク baker ベイカー bakery ベーカリー
baking ベーキング balanced バランスト balances バランシズ balcony バルコニー ball ボール balloon バルーン bamboo バンブー ban バン banana バナナ band バンド
bandage バンデージ bandwidth バンドウィズス bang バン bank バンク banks バンクス barbecue バーベキュー barber バーバー barcode バーコード bare ベア
barely ベアリー bark バーク barked バークト barking バーキング barks バークス barn バーン barrier バリア bars バーズ based ベースド baseline ベースライン
basement ベースメント basically ベーシカリー basics ベーシックス basis ベーシス basket バスケット basketball バスケットボール batches バッチズ batching バッチング
bath バス bathroom バスルーム bathtub バスタブ bats バッツ batteries バッテリーズ battery バッテリー battle バトル bay ベイ bayesian ベイジアン bazel ベイゼル
bcrypt ビークリプト bdd ビーディーディー be ビー beach ビーチ beam ビーム beans ビーンズ bear ベア beard ビアード bears ベアズ beat ビート beats ビーツ
beautiful ビューティフル beautifully ビューティフリー beauty ビューティー became ビケイム because ビコーズ become ビカム becomes ビカムズ bed ベッド beds ベッズ
beef ビーフ been ビーン beep ビープ beeps ビープス bees ビーズ beforehand ビフォーハンド began ビギャン beginner ビギナー beginners ビギナーズ
beginning ビギニング begins ビギンズ begun ビガン behalf ビハーフ behave ビヘイブ behaves ビヘイブズ behaviour ビヘイビア behind ビハインド being ビーイング
belief ビリーフ believed ビリーブド believes ビリーブズ bell ベル belong ビロング belonged ビロングド belongs ビロングズ below ビロー belt ベルト
benchmarks ベンチマークス bend ベンド beneath ビニース benefit ベネフィット benefits ベネフィッツ bent ベント berlin ベルリン beside ビサイド besides ビサイズ
best ベスト bet ベット better ベター between ビトウィーン bevy ベビー beyond ビヨンド bezier ベジェ bgp ビージーピー bias バイアス bicycle バイシクル
bicycles バイシクルズ big ビッグ bigger ビッガー biggest ビッゲスト bigquery ビッグクエリー bike バイク bikes バイクス bill ビル billed ビルド billing ビリング
billion ビリオン bills ビルズ binding バインディング bindings バインディングズ binds バインズ biome バイオーム bird バード birds バーズ birth バース
birthdays バースデイズ bisect バイセクト bisecting バイセクティング bison バイソン bitbucket ビットバケット bitcoin ビットコイン bite バイト bites バイツ
bitmap ビットマップ bitmask ビットマスク bitrate ビットレート bits ビッツ bitter ビター bitwise ビットワイズ black ブラック blacklist ブラックリスト blame ブレイム
blamed ブレイムド blames ブレイムズ blaming ブレイミング blank ブランク blanket ブランケット blanks ブランクス blazor ブレイザー blender ブレンダー
blessing ブレッシング blew ブルー blind ブラインド blindly ブラインドリー blink ブリンク blinking ブリンキング blinks ブリンクス blockchain ブロックチェーン
blocked ブロックト blockers ブロッカーズ blocking ブロッキング blocklist ブロックリスト blocks ブロックス blood ブラッド bloom ブルーム blow ブロー blows ブローズ
blue ブルー bluetooth ブルートゥース blunt ブラント bluntly ブラントリー blur ブラー blurred ブラード boarding ボーディング boards ボーズ boat ボート
boats ボーツ boilerplate ボイラープレート boiling ボイリング boils ボイルズ bokeh ボケ bone ボーン bones ボーンズ bonus ボーナス booked ブックト
booking ブッキング bookings ブッキングズ bookmark ブックマーク bookmarks ブックマークス books ブックス boot ブート bootloader ブートローダー boots ブーツ
bootstrapped ブートストラップト bootstrapping ブートストラッピング borders ボーダーズ bored ボアード boring ボーリング born ボーン borrow ボロー borrowed ボロード
boss ボス both ボース bother ボザー bothers ボザーズ botnet ボットネット bots ボッツ bottle ボトル bottleneck ボトルネック bottles ボトルズ bottom ボトム
bought ボート bounce バウンス bounced バウンスト bounces バウンシズ bound バウンド boundaries バウンダリーズ boundary バウンダリー bounded バウンデッド
bounds バウンズ bowl ボウル boxes ボックシズ boy ボーイ boys ボーイズ brace ブレース bracket ブラケット brain ブレイン brake ブレーキ brakes ブレークス
branches ブランチズ brand ブランド brazil ブラジル breach ブリーチ bread ブレッド breadcrumb ブレッドクラム breadcrumbs ブレッドクラムズ breakdown ブレイクダウン
breakfast ブレックファスト breaking ブレイキング breaks ブレイクス breath ブレス breathe ブリーズ breathing ブリージング bride ブライド bridges ブリッジズ
brief ブリーフ briefly ブリーフリー brighter ブライター brightness ブライトネス bring ブリング bringing ブリンギング brings ブリングズ brittle ブリトル
broad ブロード broadcast ブロードキャスト broadcom ブロードコム broke ブローク broken ブロークン brother ブラザー brothers ブラザーズ brotli ブロトリ
brought ブロート brown ブラウン brownfield ブラウンフィールド browsers ブラウザーズ brush ブラシ brushed ブラッシュト bson ビーソン bubbles バブルズ
buckets バケッツ budget バジェット buffered バッファード buffers バッファーズ buildkit ビルドキット builds ビルズ buildx ビルドエックス built ビルト bulb バルブ
bulk バルク bullet バレット bump バンプ bumped バンプト bundled バンドルド bundles バンドルズ bundling バンドリング burden バーデン buried ベリード burn バーン
burned バーンド burning バーニング burns バーンズ burnt バーント burst バースト bursts バースツ buses バシズ busiest ビジエスト busy ビジー but バット
butter バター buttons ボタンズ buyer バイヤー buying バイイング buys バイズ bypass バイパス bypassed バイパスト bytecode バイトコード cabbage キャベツ
cabin キャビン cable ケーブル cables ケーブルズ caching キャッシング cactus カクタス cafe カフェ cage ケージ cake ケーキ cakes ケークス
calculated カルキュレーテッド calculates カルキュレーツ calculation カルキュレーション calculator カルキュレーター calculus カルキュラス calendars カレンダーズ
calf カーフ calibrated キャリブレーテッド calibration キャリブレーション callbacks コールバックス called コールド callee コーリー callers コーラーズ
calling コーリング calls コールズ calm カーム calmer カーマー calmly カームリー came ケイム cameras カメラズ camp キャンプ campaign キャンペーン camped キャンプト
campsite キャンプサイト can キャン canada カナダ canal カナル canary カナリア canceled キャンセルド canceling キャンセリング cancellation キャンセレーション
cancelled キャンセルド cancelling キャンセリング cancels キャンセルズ candidate キャンディデート candidates キャンディデーツ candle キャンドル candles キャンドルズ
cannot キャノット canonical カノニカル cap キャップ capacitance キャパシタンス capacitor キャパシター capital キャピタル capitals キャピタルズ capped キャップト
caps キャップス captain キャプテン captcha キャプチャ captions キャプションズ captured キャプチャード car カー cardinality カーディナリティ cards カーズ care ケア
career キャリア careful ケアフル carefully ケアフリー careless ケアレス cares ケアズ carousel カルーセル carpenter カーペンター carpet カーペット
carried キャリード carrier キャリア carries キャリーズ carrots キャロッツ carry キャリー carrying キャリーイング cars カーズ cartesian カルテシアン carts カーツ
carved カーブド cases ケーシズ cash キャッシュ cashier キャッシャー cassandra カサンドラ casting キャスティング castle キャッスル cat キャット catalogue カタログ
catches キャッチズ catching キャッチング categories カテゴリーズ cathedral カテドラル cats キャッツ caught コート cause コーズ caused コーズド causes コージズ
causing コージング caution コーション cautious コーシャス cave ケイブ cbor シーボア cdn シーディーエヌ ceiling シーリング celebrate セレブレート cellar セラー
cells セルズ celsius セルシウス cent セント centered センタード centimeters センチメーターズ centos セントオーエス central セントラル centre センター cents センツ
century センチュリー ceremony セレモニー certain サートゥン certainly サートゥンリー certainty サーテンティ certificates サーティフィケーツ cgroup シーグループ
cgroups シーグループス chained チェーンド chair チェア chairman チェアマン chairs チェアズ challenge チャレンジ chance チャンス changed チェンジド
changes チェンジズ changeset チェンジセット changesets チェンジセッツ changing チェンジング channels チャンネルズ chaos カオス chapter チャプター
chapters チャプターズ characters キャラクターズ charge チャージ charged チャージド charger チャージャー charges チャージズ charging チャージング charm チャーム
charts チャーツ chase チェイス chased チェイスト chasing チェイシング chatbot チャットボット chatbots チャットボッツ chatgpt チャットジーピーティー chatty チャッティー
cheap チープ cheaper チーパー cheapest チーペスト cheating チーティング checkboxes チェックボックシズ checked チェックト checking チェッキング
checklist チェックリスト checkpointing チェックポインティング checks チェックス checksums チェックサムズ cheer チア cheers チアーズ cheese チーズ chef シェフ
chemistry ケミストリー cherries チェリーズ cherry チェリー cherrypick チェリーピック chess チェス chew チュー chewed チュード chicken チキン chickens チキンズ
china チャイナ chinese チャイニーズ chip チップ chips チップス chmod シーエイチモッド chocolate チョコレート choice チョイス choices チョイシズ choir クワイア
chokes チョークス choose チューズ chooses チュージズ choosing チュージング chop チョップ chore チョア chose チョーズ chosen チョーズン christmas クリスマス
church チャーチ cidr サイダー cinema シネマ cipher サイファー ciphers サイファーズ ciphertext サイファーテキスト circleci サークルシーアイ circles サークルズ
circuit サーキット circular サーキュラー circumstances サーカムスタンシズ cities シティーズ citizens シチズンズ city シティ claim クレーム claimed クレイムド
claiming クレイミング claims クレームズ clap クラップ clapped クラップト clarity クラリティ clash クラッシュ clashes クラッシュズ classified クラシファイド
classifier クラシファイア clause クローズ clauses クロージズ cleaned クリーンド cleaner クリーナー cleanest クリーネスト cleaning クリーニング cleanly クリーンリー
cleans クリーンズ cleared クリアード clearer クリアラー clearing クリアリング clearly クリアリー clears クリアズ clerk クラーク clever クレバー
clickable クリッカブル clicked クリックト clickhouse クリックハウス clicks クリックス clientside クライアントサイド cliff クリフ climate クライメート climb クライム
climbed クライムド climbing クライミング climbs クライムズ clinic クリニック clip クリップ clipped クリップト clipping クリッピング clippy クリッピー
clips クリップス clocks クロックス cloned クローンド cloning クローニング closed クローズド closely クロースリー closer クローサー closes クロージズ
closest クローセスト closing クロージング closure クロージャー closures クロージャーズ cloth クロス clothes クローズ cloudformation クラウドフォーメーション
cloudfront クラウドフロント clouds クラウズ cloudwatch クラウドウォッチ cloudy クラウディ clown クラウン club クラブ clue クルー clustering クラスタリング
clusters クラスターズ coach コーチ coast コースト coats コーツ cockroachdb コックローチディービー codebase コードベース codecov コードコブ codecs コーデックス
coded コーデッド coding コーディング coefficient コエフィシェント coffee コーヒー coffees コーヒーズ cognito コグニート coin コイン coincidence コインシデンス
coins コインズ colab コラボ colder コールダー coldest コールデスト collapse コラプス collapsed コラプスト collapses コラプシズ collar カラー
collation コレーション colleague コリーグ colleagues コリーグズ collected コレクテッド collecting コレクティング collects コレクツ college カレッジ
collide コライド collision コリジョン collisions コリジョンズ colon コロン colored カラード colors カラーズ colour カラー colours カラーズ
combination コンビネーション combinations コンビネーションズ combine コンバイン combined コンバインド combining コンバイニング combobox コンボボックス comes カムズ
comet コメット comfort コンフォート comfortable コンフォータブル coming カミング commas カンマズ commented コメンテッド commercial コマーシャル
commission コミッション commitlint コミットリント committed コミッテッド committee コミッティー commonly コモンリー communication コミュニケーション
commute コミュート compact コンパクト compaction コンパクション companies カンパニーズ compared コンペアード compares コンペアズ comparing コンペアリング
comparison コンパリソン comparisons コンパリソンズ compass コンパス compatibility コンパチビリティ compatible コンパチブル compensated コンペンセーテッド
compete コンピート competition コンペティション competitor コンペティター compilation コンピレーション compiled コンパイルド compilers コンパイラーズ
compiles コンパイルズ compiling コンパイリング complain コンプレイン complained コンプレインド complaining コンプレイニング complains コンプレインズ
complaint コンプレイント complaints コンプレインツ completed コンプリーテッド completes コンプリーツ completion コンプリーション complex コンプレックス
complexity コンプレキシティ complicated コンプリケーテッド composable コンポーザブル composition コンポジション compressed コンプレスト compresses コンプレシズ
compressing コンプレッシング compression コンプレッション compromise コンプロマイズ computation コンピューテーション computed コンピューテッド computes コンピューツ
computing コンピューティング concatenation コンカチネーション concentrate コンセントレート concentration コンセントレーション concept コンセプト concern コンサーン
concerned コンサーンド concerns コンサーンズ concert コンサート conclude コンクルード concluded コンクルーデッド concludes コンクルーズ conclusion コンクルージョン
conclusions コンクルージョンズ concrete コンクリート concurrent コンカレント concurrently コンカレントリー conda コンダ conditional コンディショナル
conditioner コンディショナー conditions コンディションズ conductor コンダクター conference カンファレンス confidence コンフィデンス confident コンフィデント
configs コンフィグズ configurable コンフィギュラブル configurations コンフィギュレーションズ configured コンフィギュアード confirmation コンファメーション
confirmed コンファームド confirms コンファームズ conflicts コンフリクツ confluence コンフルエンス confused コンフューズド confuses コンフュージズ
confusing コンフュージング congratulations コングラチュレーションズ connected コネクテッド connecting コネクティング connections コネクションズ cons コンズ
consecutive コンセキュティブ consensus コンセンサス consent コンセント consequence コンシクエンス consequences コンシクエンシズ consequently コンセクエントリー
conservative コンサバティブ consider コンシダー considerably コンシダラブリー considered コンシダード considering コンシダリング considers コンシダーズ
consist コンシスト consistency コンシステンシー consistent コンシステント consists コンシスツ constantly コンスタントリー constraints コンストレインツ
construction コンストラクション constructors コンストラクターズ consul コンスル consult コンサルト consumed コンシュームド consumers コンシューマーズ
consumption コンサンプション contacts コンタクツ contain コンテイン contained コンテインド containerd コンテナーディー containerization コンテナライゼーション
containerize コンテナライズ contains コンテインズ contention コンテンション contents コンテンツ contest コンテスト contiguous コンティギュアス
continent コンティネント continued コンティニュード continues コンティニューズ continuing コンティニューイング continuous コンティニュアス
continuously コンティニュアスリー contractor コントラクター contracts コントラクツ contradict コントラディクト contradicts コントラディクツ contrary コントラリー
contrast コントラスト contravariant コントラバリアント contribution コントリビューション contributor コントリビューター contributors コントリビューターズ
controlled コントロールド controls コントロールズ convenience コンビニエンス convenient コンビニエント convention コンベンション conventions コンベンションズ
converges コンバージズ conversation カンバセーション conversion コンバージョン converted コンバーテッド converts コンバーツ convince コンビンス
convinced コンビンスト convincing コンビンシング convolution コンボリューション convolutional コンボリューショナル cook クック cooked クックト cooking クッキング
cooks クックス cool クール cooler クーラー coordinate コーディネート coordinates コーディネーツ coordinator コーディネーター copes コープス copied コピード
copies コピーズ copilot コパイロット copying コピーイング copyright コピーライト coral コーラル cordova コルドバ corepack コアパック cores コアズ corner コーナー
corners コーナーズ coroutine コルーチン coroutines コルーチンズ corporate コーポレート corpus コーパス correct コレクト corrected コレクテッド
correcting コレクティング correction コレクション corrections コレクションズ correctly コレクトリー correctness コレクトネス correlation コリレーション
corresponds コレスポンズ corridor コリドー corrupt コラプト corrupted コラプテッド corruption コラプション corrupts コラプツ cosine コサイン
cosmetic コスメティック costs コスツ cottage コテージ couchdb カウチディービー cough コフ coughing コフィング could クッド council カウンシル
countdown カウントダウン counted カウンテッド counters カウンターズ counting カウンティング countries カントリーズ country カントリー countryside カントリーサイド
counts カウンツ couple カップル coupled カップルド coupling カップリング courage カレッジ courier クーリエ course コース court コート courtesy コーテシー
cousin カズン covariance コバリアンス cover カバー covers カバーズ cow カウ cows カウズ cqrs シーキューアールエス crack クラック cracked クラックト
cracks クラックス crafted クラフテッド crane クレーン crashed クラッシュト crashes クラッシュズ crashing クラッシング crawl クロール crawler クローラー
crawlers クローラーズ cream クリーム creates クリエイツ creating クリエイティング creation クリエイション credit クレジット creep クリープ crept クレプト crew クルー
cried クライド cries クライズ crime クライム crisis クライシス criteria クライテリア criterion クライテリオン critical クリティカル criticism クリティシズム
crm シーアールエム crontab クロンタブ crooked クルックト crop クロップ cropped クロップト cropping クロッピング cross クロス crossed クロスト crosses クロシズ
crossing クロッシング crowd クラウド crowded クラウデッド crust クラスト cry クライ crying クライイング cryptic クリプティック crypto クリプト
cryptocurrency クリプトカレンシー cryptographic クリプトグラフィック cryptography クリプトグラフィー ctrl コントロール cubes キューブズ culprit カルプリット cup カップ
cupboard カップボード cups カップス cure キュア cured キュアード curiosity キュリオシティ curious キュリアス curly カーリー currencies カレンシーズ
currently カレントリー curry カレー cursors カーソルズ curtain カーテン curtains カーテンズ curve カーブ curves カーブズ customers カスタマーズ
customise カスタマイズ customizable カスタマイザブル customization カスタマイゼーション customize カスタマイズ customs カスタムズ cuts カッツ cutting カッティング
cve シーブイイー cycle サイクル cycles サイクルズ cyclic サイクリック cyclist サイクリスト cyclists サイクリスツ dad ダッド dagster ダグスター daily デイリー
damage ダメージ danced ダンスト dancer ダンサー danger デンジャー dangling ダングリング dao ダオ dare デア dared デアード dares デアズ darkened ダークンド
darker ダーカー darkness ダークネス dashboards ダッシュボーズ databricks データブリックス datadog データドッグ datagrip データグリップ datepicker デイトピッカー
dates デイツ daughter ドーター david デイビッド dawn ドーン dawned ドーンド daylight デイライト ddd ディーディーディー ddos ディードス deadline デッドライン
deadlines デッドラインズ deadlocked デッドロックト deadlocks デッドロックス deal ディール dealing ディーリング deals ディールズ dealt デルト dear ディア death デス
debate ディベート debounce デバウンス debounced デバウンスト debt デット debts デッツ debugging デバッギング decade ディケイド decades ディケイズ
december ディセンバー decent ディーセント decibels デシベルズ decide ディサイド decided ディサイデッド decides ディサイズ deciding ディサイディング decimal デシマル
decimals デシマルズ decisions ディシジョンズ deck デッキ declare デクレア declared デクレアード declares デクレアズ decline ディクライン declined ディクラインド
decoded デコーデッド decodes デコーズ decoding デコーディング decompiler デコンパイラー decoupling デカップリング decreased ディクリースト dedicated デディケーテッド
deduplicated デデュプリケーテッド deep ディープ deepest ディーペスト deeply ディープリー deepmind ディープマインド deer ディア defeat ディフィート defeats ディフィーツ
defect ディフェクト defence ディフェンス deferred ディファード defined デファインド definitely デフィニットリー definitions デフィニションズ degrades デグレーズ
degree ディグリー delayed ディレイド delays ディレイズ delegates デリゲーツ deleting デリーティング deletion デリーション deletions デリーションズ
deliberate デリバレート deliberately デリバレートリー delimiter デリミター deliver デリバー deliveries デリバリーズ delivers デリバーズ delivery デリバリー
demand デマンド demands デマンズ demultiplexer デマルチプレクサー denied デナイド denominator デノミネーター denormalize デノーマライズ
denormalized デノーマライズド dense デンス density デンシティ dentist デンティスト denylist デナイリスト department デパートメント departments デパートメンツ
departure デパーチャー depend ディペンド dependabot ディペンダボット depending ディペンディング deployed デプロイド deploying デプロイイング
deployments デプロイメンツ deploys デプロイズ deposit デポジット deprecation デプリケーション deputy デピュティ deque デック dequeue デキュー
derivative デリバティブ derived デライブド described ディスクライブド describes ディスクライブズ descriptor ディスクリプター deserialization デシリアライゼーション
deserialize デシリアライズ desert デザート deserve ディザーブ deserves ディザーブズ designed デザインド designer デザイナー designers デザイナーズ
designs デザインズ desired デザイアード desk デスク desks デスクス dessert デザート destroyed デストロイド destructive デストラクティブ destructor デストラクター
detach デタッチ detached デタッチド detailed ディテールド detected ディテクテッド detective ディテクティブ detects ディテクツ determinant ディターミナント
determine ディターミン deterministic デターミニスティック develop デベロップ developed デベロップト developers デベロッパーズ deviation デビエーション devil デビル
devsecops デブセックオプス dhcp ディーエイチシーピー diagnose ダイアグノーズ diagnosis ダイアグノーシス diagonal ダイアゴナル diagram ダイアグラム dialect ダイアレクト
dialogs ダイアログズ dialogue ダイアログ diary ダイアリー dice ダイス die ダイ died ダイド diet ダイエット differ ディファー differed ディファード
difference ディファレンス differences ディファレンシズ differential ディファレンシャル differently ディファレントリー differs ディファーズ difficulty ディフィカルティ
diffusion ディフュージョン dig ディグ digging ディギング digit ディジット digital デジタル digitalocean デジタルオーシャン digits ディジッツ dijkstra ダイクストラ
dim ディム dimensions ディメンションズ dimmed ディムド dinner ディナー dinosaurs ダイナソーズ dip ディップ directed ダイレクテッド direction ディレクション
directions ディレクションズ directly ダイレクトリー director ディレクター directories ディレクトリーズ directx ダイレクトエックス dirty ダーティ
disables ディスエーブルズ disabling ディスエーブリング disadvantage ディスアドバンテージ disagree ディスアグリー disagreement ディスアグリーメント
disagrees ディスアグリーズ disappear ディサピア disappeared ディスアピアード disappears ディサピアズ disappointed ディサポインテッド disassembler ディスアセンブラー
disaster ディザスター discard ディスカード discarded ディスカーデッド disconnect ディスコネクト disconnects ディスコネクツ discount ディスカウント
discounts ディスカウンツ discouraged ディスカレッジド discover ディスカバー discovered ディスカバード discovery ディスカバリー discrepancy ディスクレパンシー
discuss ディスカス discussed ディスカスト discussion ディスカッション disease ディジーズ disguise ディスガイズ dish ディッシュ dishes ディッシュズ disks ディスクス
dismiss ディスミス dismissed ディスミスト dispatched ディスパッチト displayed ディスプレイド displays ディスプレイズ dissolves ディゾルブズ distance ディスタンス
distances ディスタンシズ distinct ディスティンクト distinguish ディスティングイッシュ distinguishes ディスティングイッシュズ distributed ディストリビューテッド
distribution ディストリビューション district ディストリクト disturb ディスターブ disturbed ディスターブド disturbs ディスターブズ div ディブ dive ダイブ
diverge ダイバージ diverged ダイバージド divide ディバイド divided ディバイデッド divides ディバイズ dividing ディバイディング division ディビジョン dizzy ディジー
dnssec ディーエヌエスセック docstring ドックストリング doctor ドクター documented ドキュメンテッド docusaurus ドキュサウルス docx ドックエックス dodged ドッジド
does ダズ dog ドッグ dogs ドッグズ doing ドゥーイング dollars ダラーズ domains ドメインズ donation ドネーション donor ドナー door ドア doorbell ドアベル
doors ドアーズ dose ドーズ doubled ダブルド doubles ダブルズ doubling ダブリング doubt ダウト doubtful ダウトフル doubts ダウツ dough ドー
downgrade ダウングレード downgraded ダウングレーデッド downloaded ダウンローデッド downloading ダウンローディング downloads ダウンローズ downside ダウンサイド
downstream ダウンストリーム downtime ダウンタイム doxygen ドキシジェン dozen ダズン dozens ダズンズ drafts ドラフツ draggable ドラッガブル dragged ドラッグド
dragging ドラッギング dragon ドラゴン drags ドラッグズ drain ドレイン drained ドレインド draining ドレイニング dramatic ドラマティック drank ドランク
drawback ドローバック drawer ドロワー drawing ドローイング drawings ドローイングズ draws ドローズ dream ドリーム dreams ドリームズ dress ドレス drew ドルー
dried ドライド dries ドライズ drift ドリフト drifted ドリフテッド drifts ドリフツ drill ドリル drink ドリンク drinking ドリンキング drinks ドリンクス
dripping ドリッピング drips ドリップス drive ドライブ driven ドリブン drivers ドライバーズ drives ドライブズ driving ドライビング drizzle ドリズル drone ドローン
dropdown ドロップダウン dropout ドロップアウト dropouts ドロップアウツ droppable ドロッパブル dropped ドロップト dropping ドロッピング drops ドロップス
dropzone ドロップゾーン drought ドラウト drove ドローブ ducks ダックス due デュー dug ダグ dull ダル dummy ダミー dumped ダンプト dumps ダンプス
duplicated デュプリケーテッド duplicates デュプリケーツ duplication デュプリケーション durability デュラビリティ durations デュレーションズ during デュアリング
dust ダスト dying ダイイング dynamically ダイナミカリー dynamodb ダイナモディービー eager イーガー eagerly イーガーリー ear イヤー earlier アーリアー
earliest アーリエスト early アーリー earned アーンド earns アーンズ ears イヤーズ earth アース earthquake アースクエイク ease イーズ easier イージアー
easiest イージエスト easily イージリー east イースト easy イージー eat イート eaten イートゥン eating イーティング eclipse エクリプス ecommerce イーコマース
economy エコノミー edges エッジズ edited エディテッド editing エディティング edition エディション editors エディターズ edits エディッツ effective エフェクティブ
effects エフェクツ efficient エフィシェント effort エフォート efforts エフォーツ egg エッグ eggs エッグズ egress イーグレス egypt エジプト
eigenvalue アイゲンバリュー eigenvector アイゲンベクター eight エイト eighteen エイティーン eighth エイス eighty エイティ elapsed イラプスト elderly エルダリー
elected エレクテッド election エレクション electric エレクトリック electricity エレクトリシティ elegant エレガント elephant エレファント elevator エレベーター
eleven イレブン eleventy イレブンティー elsewhere エルスウェア emacs イーマックス emails イーメールズ embarrassing エンバラシング embedded エンベデッド
embeddings エンベディングズ emerged エマージド emergencies エマージェンシーズ emergency エマージェンシー emits エミッツ emitted エミッテッド emitter エミッター
emma エマ emoji エモジ employee エンプロイー employees エンプロイーズ emptied エンプティード empties エンプティーズ emulator エミュレーター enables イネーブルズ
encapsulation エンカプスレーション enclosed エンクローズド encoded エンコーデッド encodings エンコーディングズ encountered エンカウンタード encourages エンカレッジズ
encrypted エンクリプテッド encrypting エンクリプティング ended エンデッド endian エンディアン endianness エンディアンネス ending エンディング endings エンディングズ
endless エンドレス ends エンズ enemies エネミーズ energy エナジー enforce エンフォース enforced エンフォースト engineer エンジニア engineers エンジニアズ
english イングリッシュ enjoy エンジョイ enjoyed エンジョイド enlarge エンラージ enlarged エンラージド enormous イノーマス enough イナフ enqueue エンキュー
ensure エンシュア entered エンタード entering エンタリング enters エンターズ entire エンタイア entirely エンタイアリー entrance エントランス entries エントリーズ
entropy エントロピー enums イーナムズ environments エンバイロメンツ envoy エンボイ episode エピソード epoch エポック epochs エポックス epub イーパブ
equality イクオリティ equally イコーリー equator イクエーター equivalent イクイバレント era エラ erased イレースト erases イレーシズ erasing イレージング
erp イーアールピー escalator エスカレーター escaped エスケープト escaping エスケーピング especially エスペシャリー essay エッセイ essence エッセンス
essential エッセンシャル established エスタブリッシュド estate エステート estimate エスティメート estimated エスティメーテッド estimates エスティメーツ
etcd エトシーディー ethereum イーサリアム ethernet イーサネット etl イーティーエル euclidean ユークリディアン euler オイラー euro ユーロ europe ヨーロッパ euros ユーロズ
evaluate エバリュエート evaluated エバリュエーテッド evaluates エバリュエーツ evaluation エバリュエーション even イーブン evening イブニング evenly イーブンリー
eventually イベンチュアリー ever エバー every エブリ everybody エブリバディ everyday エブリデイ everyone エブリワン everything エブリシング evicted エビクテッド
eviction エビクション evicts エビクツ evidence エビデンス evil イービル exabyte エクサバイト exact イグザクト exactly イグザクトリー exam エグザム examine イグザミン
examined エグザミンド exceed エクシード exceeded エクシーデッド excellent エクセレント excerpt エクサープト excessive エクセッシブ exchange エクスチェンジ
exchanged エクスチェンジド exciting エキサイティング exclamation エクスクラメーション exclude エクスクルード excluded エクスクルーデッド excluding エクスクルーディング
exclusive エクスクルーシブ excuse エクスキューズ executable エグゼキュータブル execution エクセキューション exempt イグゼンプト exercise エクササイズ exhaust エグゾースト
exhausted イグゾーステッド exhibition エキシビション existed イグジステッド existing イグジスティング exited イグジッテッド exits イグジッツ expanded エクスパンデッド
expansion エクスパンション expectation エクスペクテーション expectations エクスペクテーションズ expecting エクスペクティング expects エクスペクツ expense エクスペンス
expenses エクスペンシズ expensive エクスペンシブ experience エクスペリエンス experiment エクスペリメント experimental エクスペリメンタル experiments エクスペリメンツ
expert エキスパート experts エキスパーツ expires エクスパイアズ explaining エクスプレイニング explains エクスプレインズ explanation エクスプラネーション
explanations エクスプラネーションズ explicit エクスプリシット explicitly エクスプリシットリー explode エクスプロード explodes エクスプローズ exploit エクスプロイト
explore エクスプロア explored エクスプロアード exponential エクスポネンシャル exported エクスポーテッド exporter エクスポーター exporting エクスポーティング
expose エクスポーズ exposed エクスポーズド exposes エクスポージズ expressions エクスプレッションズ extended エクステンデッド extends エクステンズ
extensions エクステンションズ extent エクステント extracted エクストラクテッド extranet エクストラネット extreme エクストリーム extremely エクストリームリー eye アイ
eyes アイズ facade ファサード face フェイス faces フェイシズ facing フェイシング fact ファクト factorial ファクトリアル factories ファクトリーズ facts ファクツ
fade フェード faded フェイデッド fades フェイズ failback フェイルバック failing フェイリング failover フェイルオーバー fails フェイルズ failsafe フェイルセーフ
failures フェイリアーズ faint フェイント fair フェア fairly フェアリー faithful フェイスフル fall フォール fallen フォールン falling フォーリング falls フォールズ
familiar ファミリアー families ファミリーズ family ファミリー famous フェイマス fan ファン fancy ファンシー fans ファンズ far ファー fargate ファーゲート
farmer ファーマー farmers ファーマーズ farther ファーザー fashion ファッション fasten ファスン faster ファスター fastify ファスティファイ fastly ファストリー
fat ファット father ファーザー fault フォールト faults フォールツ faulty フォルティー favor フェイバー favorite フェイバリット favour フェイバー fax ファックス
fear フィア feared フィアード feasible フィージブル feat フィート february フェブラリー fed フェッド fee フィー feeding フィーディング feeds フィーズ feel フィール
feeling フィーリング feelings フィーリングズ feels フィールズ fees フィーズ feet フィート fell フェル felt フェルト fence フェンス ferry フェリー
festival フェスティバル fetched フェッチト fetches フェッチズ fetching フェッチング fever フィーバー few フュー fewer フューアー fewest フューエスト fi ファイ
fiber ファイバー fibonacci フィボナッチ fibre ファイバー fifteen フィフティーン fifth フィフス fifty フィフティー fight ファイト fighting ファイティング
figure フィギュア figured フィギュアード figures フィギュアズ filed ファイルド filesystem ファイルシステム filesystems ファイルシステムズ fill フィル filled フィルド
filling フィリング fills フィルズ films フィルムズ filtered フィルタード filtering フィルタリング finance ファイナンス finding ファインディング
findings ファインディングズ finds ファインズ fine ファイン fined ファインド finetune ファインチューン finetuning ファインチューニング finger フィンガー
fingerprint フィンガープリント fingers フィンガーズ finished フィニッシュド finishes フィニッシュズ finishing フィニッシング fintech フィンテック fire ファイア
fired ファイアド firefighters ファイアファイターズ fires ファイアズ firestore ファイアストア firewall ファイアウォール firewalls ファイアウォールズ
fireworks ファイアワークス firing ファイアリング firm ファーム firmly ファームリー firmware ファームウェア fish フィッシュ fisherman フィッシャーマン fishing フィッシング
fit フィット fits フィッツ five ファイブ fixes フィクシズ fixing フィクシング fixup フィックスアップ flac フラック flagged フラグド flaky フレイキー flame フレーム
flash フラッシュ flashes フラッシュズ flashing フラッシング flashlight フラッシュライト flatbuffers フラットバッファーズ flatmate フラットメイト flattened フラッテンド
flavor フレーバー flavour フレーバー flaw フロー flaws フローズ fleet フリート flew フルー flexbox フレックスボックス flexibility フレキシビリティ
flexible フレキシブル flicker フリッカー flickering フリッカリング flickers フリッカーズ flies フライズ flight フライト flights フライツ flink フリンク
flip フリップ flipped フリップト flips フリップス floating フローティング floats フローツ flood フラッド flooded フラッデッド floods フラッズ floor フロア
floors フロアズ flour フラワー flower フラワー flowerpot フラワーポット flowers フラワーズ flown フロウン flows フローズ flu フルー fluent フルーエント
fluently フルーエントリー flushed フラッシュド flux フラックス fly フライ flying フライング flyweight フライウェイト fog フォグ fold フォールド folded フォールデッド
folders フォルダーズ folding フォールディング followed フォロード following フォローイング follows フォローズ food フード foot フット footnote フットノート
footnotes フットノーツ footprint フットプリント forbid フォービッド forbidden フォービドゥン forbids フォービッズ forced フォースト forces フォーシズ
forcing フォーシング forecast フォーキャスト foreground フォアグラウンド forest フォレスト forever フォーエバー forgave フォーゲイブ forget フォゲット
forgets フォゲッツ forgetting フォゲッティング forgive フォーギブ forgiving フォーギビング forgot フォゴット forgotten フォゴットゥン forked フォークト
forks フォークス formal フォーマル formats フォーマッツ formatted フォーマッテッド formatting フォーマッティング formed フォームド former フォーマー
formula フォーミュラ formulas フォーミュラズ forth フォース fortunate フォーチュネート fortunately フォーチュネートリー fortune フォーチュン forty フォーティ
forum フォーラム forwarded フォワーデッド fought フォート foundation ファウンデーション founded ファウンデッド fountain ファウンテン four フォー fourier フーリエ
fourteen フォーティーン fourth フォース fox フォックス fps エフピーエス fraction フラクション fractions フラクションズ fragile フラジャイル fragment フラグメント
fragments フラグメンツ framebuffer フレームバッファー framerate フレームレート frames フレームズ frameworks フレームワークス france フランス frankfurt フランクフルト
frankly フランクリー fraud フロード freebsd フリービーエスディー freed フリード freedom フリーダム freely フリーリー frees フリーズ freeze フリーズ freezer フリーザー
freezes フリージズ freezing フリージング french フレンチ frequency フリークエンシー frequent フリークエント frequently フリークエントリー friction フリクション
friday フライデー fridays フライデーズ fridge フリッジ friend フレンド friendlier フレンドリアー friendly フレンドリー friends フレンズ friendship フレンドシップ
frightened フライトンド frog フロッグ frost フロスト froze フローズ frozen フローズン fruit フルーツ fry フライ fuel フューエル fujitsu フジツー fulfil フルフィル
fulfill フルフィル fullstack フルスタック fully フルリー fumes フュームズ fun ファン functional ファンクショナル functor ファンクター funeral フューネラル
furniture ファーニチャー further ファーザー fuzzer ファザー fuzzing ファジング gain ゲイン gained ゲインド gains ゲインズ gallery ギャラリー gamble ギャンブル
games ゲームズ gap ギャップ gaps ギャップス garage ガレージ garbled ガーブルド garden ガーデン gardener ガーデナー gardening ガーデニング garlic ガーリック
gas ガス gate ゲート gather ギャザー gathered ギャザード gatling ガトリング gatsby ギャツビー gauge ゲージ gaussian ガウシアン gave ゲイブ gdb ジーディービー
general ジェネラル generally ジェネラリー generates ジェネレーツ generating ジェネレーティング generation ジェネレーション generous ジェネラス genius ジーニアス
gentle ジェントル gently ジェントリー gentoo ジェンツー genuine ジェニュイン geocode ジオコード geocoding ジオコーディング geojson ジオジェイソン
geolocation ジオロケーション geometric ジオメトリック geometry ジオメトリー geospatial ジオスペーシャル german ジャーマン germany ジャーマニー gets ゲッツ
getting ゲッティング ghost ゴースト ghosts ゴースツ giant ジャイアント gigabyte ギガバイト gigabytes ギガバイツ gigahertz ギガヘルツ girl ガール gist ジスト
gitflow ギットフロー gitops ギットオプス give ギブ given ギブン gives ギブズ giving ギビング glad グラッド glance グランス glass グラス glasses グラシズ
glitch グリッチ glob グロブ glossary グロッサリー glove グローブ gloves グローブズ glue グルー glued グルード gnupg ジーエヌユーピージー goal ゴール
goalkeeper ゴールキーパー goals ゴールズ goat ゴート godot ゴドー goes ゴーズ going ゴーイング goland ゴーランド gold ゴールド golden ゴールデン good グッド
goodbye グッドバイ goods グッズ goose グース goroutine ゴルーチン goroutines ゴルーチンズ got ゴット gotten ゴットゥン government ガバメント gps ジーピーエス
gpus ジーピーユーズ grab グラブ grabbed グラブド grace グレース graceful グレースフル gracefully グレースフリー grade グレード grades グレーズ
gradient グラディエント gradients グラディエンツ gradio グラディオ gradually グラジュアリー graduation グラデュエーション grammar グラマー grammars グラマーズ
grams グラムズ grandchildren グランドチルドレン grandfather グランドファーザー grandma グランマ grandmother グランドマザー grandpa グランパ grandson グランドサン
grant グラント granted グランテッド grants グランツ granular グラニュラー grapes グレープス graphics グラフィックス graphs グラフス grass グラス
grateful グレイトフル great グレート greater グレーター greatest グレイテスト greedy グリーディー greek グリーク greenfield グリーンフィールド
greenhouse グリーンハウス greeted グリーテッド greeting グリーティング grew グルー grey グレー greyed グレイド grilled グリルド grip グリップ gripper グリッパー
gross グロス ground グラウンド grounds グラウンズ grouped グループト grouping グルーピング grown グロウン grows グロウズ growth グロース guarantee ギャランティー
guarantees ギャランティーズ guarded ガーデッド guards ガーズ guess ゲス guessed ゲスト guesses ゲシズ guessing ゲッシング guests ゲスツ guidance ガイダンス
guideline ガイドライン guidelines ガイドラインズ guilty ギルティ guitar ギター gun ガン gunicorn ジーユニコーン gym ジム habit ハビット habits ハビッツ
hack ハック hackathon ハッカソン hacked ハックト had ハド hairdresser ヘアドレッサー half ハーフ halfway ハーフウェイ hall ホール hallucination ハルシネーション
hallway ホールウェイ halt ホルト halts ホルツ halve ハーブ halved ハーブド halves ハーブズ hammer ハンマー hand ハンド handbook ハンドブック handed ハンデッド
handful ハンドフル handing ハンディング handled ハンドルド handles ハンドルズ handling ハンドリング handover ハンドオーバー hands ハンズ handshake ハンドシェイク
handwriting ハンドライティング handwritten ハンドリトゥン handy ハンディ hang ハング hanging ハンギング hangs ハングズ happen ハプン happened ハプンド
happening ハプニング happens ハプンズ happier ハッピアー happily ハッピリー happy ハッピー haproxy エイチエープロキシー harbor ハーバー hard ハード
hardcoded ハードコーデッド hardening ハードニング harder ハーダー hardest ハーデスト hardlink ハードリンク hardly ハードリー hardware ハードウェア harm ハーム
harmful ハームフル harmless ハームレス harness ハーネス harsh ハーシュ harvest ハーベスト has ハズ hashed ハッシュト hashing ハッシング hashmap ハッシュマップ
hashtable ハッシュテーブル hashtag ハッシュタグ haste ヘイスト hat ハット hate ヘイト hates ヘイツ hats ハッツ have ハブ having ハビング hawaii ハワイ
haystack ヘイスタック hazard ハザード he ヒー headache ヘッドエイク heading ヘディング headings ヘディングズ headline ヘッドライン headphones ヘッドフォンズ
headquarters ヘッドクオーターズ heads ヘッズ headset ヘッドセット healthy ヘルシー heapsort ヒープソート hear ヒア heard ハード hearing ヒアリング hears ヒアズ
heart ハート heartbeat ハートビート heartbeats ハートビーツ heat ヒート heated ヒーテッド heater ヒーター heating ヒーティング heavier ヘビアー heavily ヘビリー
heavy ヘビー hedge ヘッジ heel ヒール heights ハイツ held ヘルド helicopter ヘリコプター helmet ヘルメット helped ヘルプト helpful ヘルプフル
helping ヘルピング helps ヘルプス hence ヘンス her ハー herd ハード here ヒア hers ハーズ herself ハーセルフ hertz ヘルツ hesitate ヘジテート
heuristic ヒューリスティック heuristics ヒューリスティクス hex ヘックス hexadecimal ヘキサデシマル hexo ヘクソ hibernate ハイバネート hiccup ヒカップ hid ヒド
hides ハイズ hiding ハイディング hierarchy ヒエラルキー higher ハイヤー highest ハイエスト highlight ハイライト highlighted ハイライテッド highlights ハイライツ
highly ハイリー highway ハイウェイ hikers ハイカーズ hiking ハイキング hill ヒル hills ヒルズ him ヒム himself ヒムセルフ hint ヒント hints ヒンツ hire ハイア
hired ハイアド hiring ハイアリング his ヒズ histogram ヒストグラム historical ヒストリカル hit ヒット hitachi ヒタチ hitch ヒッチ hits ヒッツ hive ハイブ
hmac エイチマック hobby ホビー hokkaido ホッカイドー hold ホールド holding ホールディング holds ホールズ hole ホール holes ホールズ holiday ホリデー
holidays ホリデーズ homepage ホームページ homes ホームズ homework ホームワーク honest オネスト honesty オネスティ honey ハニー honeymoon ハネムーン
honeypot ハニーポット hono ホノ honor オナー honour オナー hooked フックト hop ホップ hope ホープ hoped ホープト hopes ホープス hoping ホーピング
horizon ホライズン horizontal ホリゾンタル horizontally ホリゾンタリー horse ホース horses ホーシズ hospital ホスピタル hospitals ホスピタルズ hosted ホステッド
hostel ホステル hostile ホスタイル hosting ホスティング hosts ホスツ hotel ホテル hotels ホテルズ hotfix ホットフィックス hotfixes ホットフィックシズ
hotline ホットライン hotspot ホットスポット hotspots ホットスポッツ hourly アワリー house ハウス houses ハウジズ hovering ホバリング how ハウ however ハウエバー
huge ヒュージ hugged ハグド hugo ヒューゴ hum ハム human ヒューマン humans ヒューマンズ humid ヒューミッド humidity ヒューミディティ hunch ハンチ hundred ハンドレッド
hundreds ハンドレッズ hung ハング hungry ハングリー hunt ハント hunter ハンター hurry ハリー hurt ハート hurting ハーティング husband ハズバンド husky ハスキー
hut ハット hydration ハイドレーション hyperlink ハイパーリンク hyperparameter ハイパーパラメーター hyperparameters ハイパーパラメーターズ hypertext ハイパーテキスト
hyperv ハイパーブイ hypervisor ハイパーバイザー hyphen ハイフン hyphens ハイフンズ hypothesis ハイポセシス iaas イアース ice アイス iceberg アイスバーグ
iceland アイスランド icmp アイシーエムピー icy アイシー idea アイデア ideal アイディアル ideally アイディアリー ideas アイデアズ idempotence アイデムポテンス
idempotency アイデンポテンシー idempotent アイデンポテント identical アイデンティカル identified アイデンティファイド identifier アイデンティファイア
identifiers アイデンティファイアーズ identify アイデンティファイ identity アイデンティティ ignored イグノアド ignores イグノアズ ignoring イグノアリング ill イル
illegal イリーガル illness イルネス illustrator イラストレーター imagination イマジネーション imagine イマジン imap アイマップ imbalance インバランス
imitate イミテート immediate イミディエイト immediately イミディエイトリー immune イミューン immutable イミュータブル impact インパクト impatient インペイシェント
imperfect インパーフェクト implementation インプリメンテーション implementations インプリメンテーションズ implemented インプリメンテッド implies インプライズ
importance インポータンス important インポータント importantly インポータントリー imported インポーテッド importing インポーティング impossible インポッシブル
impressed インプレスト impression インプレッション impressions インプレッションズ impressive インプレッシブ improve インプルーブ improved インプルーブド
improvement インプルーブメント improvements インプルーブメンツ improves インプルーブズ improving インプルービング inaccurate インアキュレート inactive インアクティブ
inactivity インアクティビティ inbox インボックス inches インチズ incident インシデント incidents インシデンツ included インクルーデッド includes インクルーズ
including インクルーディング income インカム incoming インカミング incompatible インコンパチブル incomplete インコンプリート inconsistent インコンシステント
inconvenience インコンビニエンス incorrect インコレクト incorrectly インコレクトリー increase インクリース increased インクリースト increases インクリーシズ
increasing インクリーシング increment インクリメント incremental インクリメンタル incrementally インクリメンタリー incremented インクリメンテッド indeed インディード
indefinitely インデフィニトリー indentation インデンテーション indented インデンテッド independent インディペンデント independently インディペンデントリー
indexed インデックスト indexer インデクサー indexing インデクシング indicates インディケーツ indicator インジケーター indoors インドアズ industry インダストリー
inference インファレンス inferred インファード infinite インフィニット influence インフルエンス influxdb インフラックスディービー inform インフォーム
information インフォメーション informed インフォームド infrastructure インフラストラクチャー inhabitants インハビタンツ inheritance インヘリタンス
inherited インヘリテッド inherits インヘリッツ initialisation イニシャライゼーション initialise イニシャライズ initialization イニシャライゼーション
initialized イニシャライズド initializer イニシャライザー initially イニシャリー injected インジェクテッド injured インジャード injury インジャリー ink インク
inlined インラインド inlines インラインズ inlining インライニング inn イン innocent イノセント inode アイノード inodes アイノーズ insects インセクツ
insecure インセキュア insensitive インセンシティブ inserted インサーテッド inserting インサーティング insertion インサーション inserts インサーツ inside インサイド
insisted インシステッド insists インシスツ insomnia インソムニア inspected インスペクテッド inspection インスペクション inspector インスペクター
inspired インスパイアド instagram インスタグラム installation インストレーション installed インストールド installing インストーリング installs インストールズ
instances インスタンシズ instant インスタント instantiated インスタンシエーテッド instantly インスタントリー instructed インストラクテッド instruction インストラクション
instructions インストラクションズ instrument インストゥルメント instrumented インストゥルメンテッド instruments インストゥルメンツ insufficient インサフィシェント
insurance インシュアランス intact インタクト integers インテジャーズ integral インテグラル integrated インテグレーテッド intel インテル intelligent インテリジェント
intellij インテリジェイ intend インテンド intended インテンデッド intent インテント intention インテンション intentional インテンショナル interact インタラクト
interactive インタラクティブ interest インタレスト interested インタレステッド interesting インタレスティング interfaces インターフェーシズ interfere インターフィア
interim インテリム intermittent インターミッテント intern インターン internally インターナリー internationalization インターナショナライゼーション
internet インターネット interoperability インターオペラビリティ interpolated インターポレーテッド interpret インタープリット interpreter インタープリター
interprets インタープリッツ interrupt インタラプト interrupted インタラプテッド interrupting インタラプティング interrupts インタラプツ
intersection インターセクション intervals インターバルズ interview インタビュー interviews インタビューズ into イントゥー intranet イントラネット intro イントロ
introduce イントロデュース introduced イントロデュースト introduction イントロダクション introspection イントロスペクション intruder イントルーダー
intuition インテュイション intuitive インテュイティブ invalidated インバリデーテッド invalidates インバリデーツ invariant インバリアント invent インベント
invented インベンテッド inventory インベントリー inverse インバース inverted インバーテッド investigate インベスティゲート investigating インベスティゲーティング
investigation インベスティゲーション invisible インビジブル invitation インビテーション invitations インビテーションズ invite インバイト invited インバイテッド
invites インバイツ inviting インバイティング invoices インボイシズ involved インボルブド involves インボルブズ ionic アイオニック ipad アイパッド
ipados アイパッドオーエス iptables アイピーテーブルズ ipv アイピーブイ iron アイアン ironed アイアンド irregular イレギュラー irrelevant イレレバント island アイランド
islands アイランズ iso アイエスオー isolated アイソレーテッド isolation アイソレーション issued イシュード istio イスティオ it イット italian イタリアン italy イタリア
iterate イテレート iterating イテレーティング iteration イテレーション iterations イテレーションズ iterative イテレーティブ iteratively イテレーティブリー
iterm アイターム its イッツ itself イットセルフ jacket ジャケット jaeger イェーガー jam ジャム jammed ジャムド japan ジャパン japanese ジャパニーズ jar ジャー
jargon ジャーゴン javadoc ジャバドック jax ジャックス jazz ジャズ jekyll ジキル jetty ジェティ jitter ジッター jmeter ジェイメーター joined ジョインド
joining ジョイニング joins ジョインズ joke ジョーク jokes ジョークス journalctl ジャーナルコントロール journey ジャーニー jsdoc ジェイエスドック jsonp ジェイソンピー
judge ジャッジ judging ジャッジング judgment ジャッジメント juggling ジャグリング juice ジュース july ジュライ jump ジャンプ jumped ジャンプト jumping ジャンピング
jumps ジャンプス june ジューン junior ジュニア jury ジュリー just ジャスト justified ジャスティファイド justify ジャスティファイ kaggle カグル kanban カンバン
kanji カンジ keep キープ keepalive キープアライブ keeping キーピング keeps キープス kept ケプト keras ケラス kerberos ケルベロス kernels カーネルズ
kettle ケトル keychain キーチェーン keyed キード keylogger キーロガー keystore キーストア keystroke キーストローク khz キロヘルツ kibana キバナ kick キック
kicked キックト kicks キックス kids キッズ killed キルド killing キリング kills キルズ kilobyte キロバイト kilobytes キロバイツ kilograms キログラムズ
kilohertz キロヘルツ kilometer キロメートル kilos キロズ kinder カインダー kindergarten キンダーガーテン kindness カインドネス kinds カインズ king キング
kiosk キオスク kitchen キッチン kitten キトゥン knee ニー knees ニーズ knew ニュー knex ネックス knife ナイフ knight ナイト knit ニット knives ナイブズ
knob ノブ knock ノック knocked ノックト know ノウ knowing ノウイング knowledge ナレッジ known ノウン knows ノウズ koa コア kpi ケーピーアイ
kustomize カスタマイズ kvm ケーブイエム kyoto キョウト lab ラボ labeled ラベルド labeling ラベリング labelled ラベルド labelling ラベリング lacks ラックス
ladder ラダー lady レディー lag ラグ lagging ラギング lags ラグズ laid レイド lambdas ラムダズ lamp ランプ lamps ランプス lan ラン land ランド
landed ランデッド landing ランディング landlady ランドレディ landlord ランドロード lands ランズ langchain ラングチェーン languages ランゲージズ lap ラップ
laplace ラプラス laptop ラップトップ laptops ラップトップス larger ラージャー largest ラージェスト laser レーザー lasted ラステッド lasts ラスツ late レイト
later レイター latex ラテック latin ラテン latitude ラティチュード latter ラター laugh ラフ laughed ラフト laughing ラフィング laughs ラフス
launched ローンチト launches ローンチズ laundry ランドリー law ロー lawn ローン lawyer ロイヤー lawyers ロイヤーズ lay レイ layouts レイアウツ lays レイズ
lazily レイジリー ldap エルダップ lead リード leader リーダー leading リーディング leads リーズ leaked リークト leaking リーキング leaks リークス
leaning リーニング leap リープ learn ラーン learned ラーンド learning ラーニング learns ラーンズ lease リース least リースト leather レザー leaves リーブズ
leaving リービング lecture レクチャー led レッド ledger レジャー leftover レフトオーバー leftovers レフトオーバーズ leg レッグ legal リーガル legally リーガリー
legend レジェンド legible レジブル legitimate レジティメート legs レッグズ lemma レンマ lemon レモン lemonade レモネード lend レンド lends レンズ
lengths レングスズ lenient リーニエント lens レンズ lent レント lerna レルナ lesson レッスン lessons レッスンズ lest レスト let レット lets レッツ letter レター
letters レターズ letting レッティング lettuce レタス levels レベルズ leverage レバレッジ lexer レクサー lexing レキシング liable ライアブル liberty リバティ
librarian ライブラリアン licence ライセンス licenses ライセンシズ lid リッド lie ライ lied ライド lies ライズ life ライフ lifecycle ライフサイクル
lifetime ライフタイム lift リフト lifted リフテッド lifting リフティング lighter ライター lighthouse ライトハウス lighting ライティング lightning ライトニング
lights ライツ lightweight ライトウェイト like ライク likely ライクリー likes ライクス limitation リミテーション limited リミテッド lined ラインド linked リンクト
linker リンカー linkerd リンカーディー linking リンキング linode リノード lion ライオン lions ライオンズ lips リップス liquid リキッド lisa リサ lisbon リスボン
listbox リストボックス listened リッスンド listens リッスンズ listing リスティング lit リット literally リテラリー little リトル lived リブド
livelock ライブロック liveness ライブネス lives リブズ living リビング lldb エルエルディービー loaded ローデッド loads ローズ loan ローン loaves ローブズ
lobby ロビー localise ローカライズ localization ローカライゼーション localize ローカライズ locally ローカリー located ロケーテッド locked ロックト locust ローカスト
logarithm ロガリズム logarithmic ロガリズミック logged ログド logical ロジカル logins ログインズ logstash ログスタッシュ lombok ロンボック lonely ロンリー
longer ロンガー longitude ロンジチュード look ルック looked ルックト looking ルッキング looks ルックス lookups ルックアップス loopback ループバック loops ループス
loose ルーズ loosely ルースリー loosen ルースン lose ルーズ loser ルーザー loses ルージズ losing ルージング loss ロス losses ロシズ lost ロスト
lottery ロッテリー loud ラウド louder ラウダー love ラブ loved ラブド lovely ラブリー loves ラブズ lowcode ローコード lower ロワー lowercase ロワーケース
lowered ロワード lowering ロワリング lowers ロウアーズ loyal ロイヤル lucas ルーカス luck ラック luckily ラッキリー lucky ラッキー luggage ラゲッジ lump ランプ
lunchtime ランチタイム lying ライイング lz エルゼット mac マック macbook マックブック machines マシンズ made メイド magazine マガジン magician マジシャン
magnitude マグニチュード mailbox メールボックス mailgun メールガン mailing メーリング mails メールズ mainly メインリー maintain メンテイン
maintainability メンテナビリティ maintained メンテインド maintainer メンテナー maintainers メンテナーズ maintaining メンテイニング maintains メンテインズ
maintenance メンテナンス major メジャー majority マジョリティ malformed マルフォームド malware マルウェア man マン manageable マネージャブル managed マネージド
management マネジメント managers マネージャーズ manages マネージズ mandatory マンダトリー mantissa マンティッサ manually マニュアリー
manufacturer マニュファクチャラー many メニー mapped マップト marathon マラソン march マーチ margins マージンズ maria マリア marked マークト marker マーカー
markers マーカーズ market マーケット marking マーキング markov マルコフ marks マークス markup マークアップ marriage マリッジ married マリード marry マリー
mars マーズ marshal マーシャル mask マスク masked マスクト masks マスクス matched マッチト matches マッチズ matching マッチング materialized マテリアライズド
matplotlib マットプロットリブ matrices マトリシーズ matter マター mattered マタード matters マターズ mattress マットレス maui マウイ maxed マックスト
maximum マキシマム may メイ maybe メイビー mayor メイヤー me ミー meal ミール meals ミールズ meaning ミーニング meaningful ミーニングフル
meaningless ミーニングレス meanings ミーニングズ meantime ミーンタイム meanwhile ミーンワイル measurable メジャラブル measure メジャー measured メジャード
measurement メジャーメント measurements メジャーメンツ measures メジャーズ measuring メジャリング mechanic メカニック mechanical メカニカル
mechanism メカニズム medal メダル median メディアン mediator メディエーター medical メディカル medicine メディシン medicines メディシンズ medium ミディアム
meet ミート meeting ミーティング meetings ミーティングズ meets ミーツ megabyte メガバイト megabytes メガバイツ megahertz メガヘルツ melody メロディー melt メルト
melted メルテッド melts メルツ membership メンバーシップ memento メメント memoization メモイゼーション memoize メモイズ memoized メモイズド men メン
mended メンデッド mention メンション mentioned メンションド mentioning メンショニング mentions メンションズ menus メニューズ mere ミア merely ミアリー
merged マージド merger マージャー merges マージズ mergesort マージソート merging マージング meson メソン mess メス messed メスト messy メッシー met メット
metal メタル metaprogramming メタプログラミング meter メーター meters メーターズ metres メーターズ metronome メトロノーム mfa エムエフエー mia ミア mice マイス
microcontroller マイクロコントローラー micronaut マイクロノート microprocessor マイクロプロセッサー microsecond マイクロセカンド microseconds マイクロセカンズ
microservices マイクロサービシズ microwave マイクロウェーブ mid ミッド middle ミドル middlewares ミドルウェアズ midjourney ミッドジャーニー midnight ミッドナイト
might マイト migrated マイグレーテッド migrating マイグレーティング mika ミカ mild マイルド mile マイル miles マイルズ milestone マイルストーン mill ミル
millimeters ミリメーターズ million ミリオン millions ミリオンズ millisecond ミリセカンド milliseconds ミリセカンズ mind マインド minds マインズ mine マイン
minified ミニファイド minifier ミニファイアー minimal ミニマル minimize ミニマイズ minimum ミニマム minister ミニスター minor マイナー minus マイナス
mipmap ミップマップ miracle ミラクル mirror ミラー mirrored ミラード mirrors ミラーズ misconfigured ミスコンフィギュアード misleading ミスリーディング
mismatch ミスマッチ misread ミスリード miss ミス missed ミスト misses ミシズ misspelled ミススペルド mistake ミステイク mistaken ミステイクン
mistakes ミステイクス mistral ミストラル misunderstanding ミスアンダースタンディング misunderstood ミスアンダーストゥッド misused ミスユーズド mitigate ミティゲート
mix ミックス mixed ミックスト mixin ミックスイン mixing ミキシング mixins ミックスインズ mixture ミクスチャー mocked モックト mockito モッキート mockup モックアップ
mockups モックアップス modeling モデリング modelling モデリング modem モデム moderator モデレーター modern モダン modest モデスト
modification モディフィケーション modifies モディファイズ modulo モジュロ modulus モジュラス mom マム moment モーメント monad モナド monday マンデー
mondays マンデーズ money マネー mongoengine モンゴエンジン monitors モニターズ monkey モンキー monolith モノリス monotonic モノトニック monthly マンスリー
months マンスズ mood ムード moon ムーン more モア moreover モアオーバー morning モーニング mornings モーニングズ mosquitoes モスキートズ most モスト
mostly モーストリー mother マザー moths モスズ motion モーション motivation モチベーション motor モーター motorcycle モーターサイクル mountain マウンテン
mountains マウンテンズ mounted マウンテッド mounting マウンティング mountpoint マウントポイント mouth マウス moved ムーブド movement ムーブメント moves ムーブズ
movies ムービーズ moving ムービング mowed モウド mows モウズ mpeg エムペグ mqtt エムキューティーティー mr ミスター msgpack メッセージパック much マッチ mud マッド
multicast マルチキャスト multiple マルチプル multiplexer マルチプレクサー multiplication マルチプリケーション multiplied マルチプライド multiplies マルティプライズ
multiply マルチプライ multithreaded マルチスレッデッド multithreading マルチスレッディング muscle マッスル muscles マッスルズ museum ミュージアム
mushrooms マッシュルームズ music ミュージック musicians ミュージシャンズ mute ミュート muted ミューテッド mutual ミューチュアル mutually ミューチュアリー mvc エムブイシー
mvvm エムブイブイエム mybatis マイバティス mypy マイパイ myself マイセルフ mysterious ミステリアス mystery ミステリー nagoya ナゴヤ nail ネイル nails ネイルズ
naive ナイーブ named ネームド namely ネームリー namespaces ネームスペーシズ naming ネーミング nan ナン nanosecond ナノセカンド nanoseconds ナノセカンズ
napkin ナプキン nara ナラ narrating ナレーティング narration ナレーション narrow ナロー narrower ナローワー narrows ナローズ nasty ナスティ nat ナット
national ナショナル nats ナッツ natural ナチュラル nature ネイチャー navigate ナビゲート near ニア nearby ニアバイ nearest ニアレスト nearly ニアリー
neat ニート necessarily ネセサリリー necessary ネセサリー neck ネック necklace ネックレス need ニード needed ニーデッド needle ニードル negation ネゲーション
negative ネガティブ neglected ネグレクテッド negligible ネグリジブル negotiate ネゴシエート neighborhood ネイバーフッド neighboring ネイバリング
neighbors ネイバーズ neighbour ネイバー neighbouring ネイバリング neighbours ネイバーズ neither ニーザー neo ネオ nephew ネフュー nervous ナーバス
nested ネステッド nesting ネスティング netbeans ネットビーンズ netcat ネットキャット netflix ネットフリックス netty ネッティ networking ネットワーキング
networks ネットワークス neural ニューラル neutral ニュートラル never ネバー newcomer ニューカマー newcomers ニューカマーズ newer ニューアー newest ニューエスト
newline ニューライン news ニュース newsletter ニュースレター newsletters ニュースレターズ newspaper ニュースペーパー newspapers ニュースペーパーズ nfs エヌエフエス
nft エヌエフティー nftables エヌエフテーブルズ nibble ニブル nice ナイス nicely ナイスリー nicer ナイサー niece ニース night ナイト nightly ナイトリー
nightmare ナイトメア nights ナイツ nina ニーナ nine ナイン nineteen ナインティーン ninety ナインティ ninja ニンジャ nintendo ニンテンドー ninth ナインス
nit ニット nixos ニックスオーエス nmap エヌマップ nobody ノーバディ nocode ノーコード noise ノイズ noises ノイジズ noisy ノイジー nomad ノマド non ノン nonce ノンス
nonetheless ナンザレス nonsense ナンセンス noodles ヌードルズ noon ヌーン nor ノア norm ノルム normalisation ノーマライゼーション normalise ノーマライズ
normalization ノーマライゼーション normalized ノーマライズド normalizing ノーマライジング normally ノーマリー north ノース norway ノルウェー nose ノーズ
notch ノッチ notebook ノートブック noted ノーテッド notepad ノートパッド nothing ナッシング notice ノーティス noticeable ノーティサブル noticed ノーティスト
notices ノーティシズ noticing ノーティシング notifications ノーティフィケーションズ notified ノーティファイド noting ノーティング nouns ナウンズ novel ノベル
november ノベンバー nowadays ナウアデイズ nowhere ノーウェア nulls ヌルズ numbered ナンバード numbering ナンバリング numerator ニューメレーター
numeric ニューメリック numerical ニューメリカル nunit エヌユニット nurse ナース nursery ナーサリー nurses ナーシズ nut ナット nuts ナッツ nutshell ナットシェル
nx エヌエックス oak オーク obey オベイ obfuscate オブファスケート obfuscation オブファスケーション objected オブジェクテッド objection オブジェクション
objections オブジェクションズ obligation オブリゲーション observability オブザーバビリティ observed オブザーブド obsolete オブソリート obstacle オブスタクル
obtain オブテイン obtained オブテインド obvious オブビアス occasional オケージョナル occupied オキュパイド occupies オキュパイズ occupy オキュパイ occur オカー
occurred オカード occurrences オカレンシズ occurs オカーズ ocean オーシャン ocr オーシーアール octal オクタル october オクトーバー odata オーデータ odd オッド
oddly オッドリー odds オッズ offense オフェンス offer オファー offered オファード offers オファーズ officer オフィサー offices オフィシズ official オフィシャル
offs オフス offsets オフセッツ often オフン ogg オッグ oh オー oidc オーアイディーシー oil オイル okay オーケー older オールダー oldest オールデスト olive オリーブ
ollama オラマ omit オミット omitted オミッテッド onboarding オンボーディング ones ワンズ onions オニオンズ onnx オニキス onsubmit オンサブミット onto オントゥー
oops ウップス opaque オペイク opcode オプコード openbsd オープンビーエスディー opencl オープンシーエル opened オープンド opengl オープンジーエル openmp オープンエムピー
opens オープンズ openssh オープンエスエスエイチ opentelemetry オープンテレメトリー opera オペラ operate オペレート operating オペレーティング operations オペレーションズ
operators オペレーターズ opinion オピニオン opinions オピニオンズ opportunity オポチュニティ opposed オポーズド opposite オポジット ops オプス opted オプテッド
optimisation オプティマイゼーション optimise オプティマイズ optimiser オプティマイザー optimistic オプティミスティック optimization オプティマイゼーション
optimizations オプティマイゼーションズ optimized オプティマイズド optimizing オプティマイジング opus オーパス orange オレンジ oranges オレンジズ orchestra オーケストラ
orchestration オーケストレーション ordered オーダード ordering オーダリング ordinary オーディナリー organisation オーガニゼーション organise オーガナイズ
organization オーガナイゼーション organized オーガナイズド orientation オリエンテーション original オリジナル originally オリジナリー originals オリジナルズ
orphaned オーファンド osaka オオサカ oscilloscope オシロスコープ other アザー others アザーズ otherwise アザーワイズ otp オーティーピー ought オート our アワー
ours アワーズ ourselves アワセルブズ outage アウテージ outages アウテージズ outbox アウトボックス outcome アウトカム outdated アウトデーテッド outgoing アウトゴーイング
outlier アウトライアー outliers アウトライアーズ outlive アウトリブ outlook アウトルック outright アウトライト outweigh アウトウェイ oven オーブン
overall オーバーオール overdue オーバーデュー overfitting オーバーフィッティング overflows オーバーフローズ overhead オーバーヘッド overlap オーバーラップ
overlapped オーバーラップト overlapping オーバーラッピング overlaps オーバーラップス overload オーバーロード overloaded オーバーローデッド overlooked オーバールックト
overnight オーバーナイト overridden オーバーリドゥン overrides オーバーライズ overshoots オーバーシューツ overslept オーバースレプト overtime オーバータイム
overview オーバービュー overwrite オーバーライト overwrites オーバーライツ overwriting オーバーライティング overwritten オーバーリトゥン overwrote オーバーロート
owasp オワスプ owe オウ owes オウズ owing オウイング own オウン owned オウンド ownership オーナーシップ owns オウンズ oxlint オックスリント oxygen オキシジェン
paas パース pace ペース packaging パッケージング packed パックト packer パッカー packets パケッツ packing パッキング packs パックス pad パッド paged ページド
pager ページャー paging ページング paid ペイド pain ペイン painful ペインフル paint ペイント painted ペインテッド painting ペインティング paintings ペインティングズ
paints ペインツ paired ペアード pairing ペアリング pairs ペアズ palace パレス pale ペール palette パレット palindrome パリンドローム pan パン
panasonic パナソニック pancakes パンケーキス panels パネルズ panorama パノラマ paper ペーパー papers ペーパーズ parade パレード paragraphs パラグラフス
parallelism パラレリズム parallelize パラレライズ parameterized パラメータライズド parcel パーセル parcels パーセルズ pardon パードン parentheses パレンセシーズ
parents ペアレンツ paris パリ park パーク parked パークト parking パーキング parliament パーラメント parquet パーケット parrot パロット parsedate パースデイト
parses パーシズ parsing パーシング partially パーシャリー participants パーティシパンツ participate パーティシペート particle パーティクル
particular パティキュラー parties パーティーズ partitioned パーティションド partitions パーティションズ partly パートリー partner パートナー parts パーツ
party パーティー passenger パッセンジャー passengers パッセンジャーズ passing パッシング passphrase パスフレーズ passport パスポート passwords パスワーズ
past パスト pasta パスタ paste ペースト pasted ペーステッド pasting ペースティング patched パッチド patches パッチズ patching パッチング patience ペイシェンス
patient ペイシェント patiently ペイシェントリー patients ペイシェンツ patterns パターンズ paul ポール paused ポーズド pauses ポージズ pavement ペイブメント
paying ペイイング paypal ペイパル payroll ペイロール pays ペイズ pct パーセント peace ピース peak ピーク peaks ピークス peanuts ピーナッツ peculiar ペキュリアー
pedal ペダル peek ピーク peel ピール peewee ピーウィー pen ペン pencil ペンシル pension ペンション people ピープル pepper ペッパー percentage パーセンテージ
percentile パーセンタイル perceptron パーセプトロン perf パーフ perfect パーフェクト perfectly パーフェクトリー performed パフォームド performs パフォームズ
perhaps パーハップス period ピリオド periodic ピリオディック periods ピリオズ peripheral ペリフェラル permalink パーマリンク permanent パーマネント
permissive パーミッシブ permit パーミット permits パーミッツ permitted パーミッテッド permitting パーミッティング permutation パーミュテーション
permutations パーミュテーションズ persistence パーシステンス persistent パーシステント persists パーシスツ personal パーソナル personally パーソナリー
perspective パースペクティブ persuaded パースエイデッド pet ペット petabyte ペタバイト peter ピーター pharmacist ファーマシスト pharmacy ファーマシー phase フェーズ
phased フェーズド phases フェージズ phasing フェージング phew フュー phishing フィッシング phones フォンズ photograph フォトグラフ photographed フォトグラフト
photographer フォトグラファー photographs フォトグラフス photos フォトズ photoshop フォトショップ phrase フレーズ phrases フレージズ phrasing フレージング
physical フィジカル physics フィジックス pianist ピアニスト picked ピックト picking ピッキング pickle ピックル picks ピックス picture ピクチャー
pictures ピクチャーズ pie パイ piece ピース pieces ピーシズ pigeons ピジョンズ pile パイル pills ピルズ pilot パイロット pin ピン pinch ピンチ pinged ピングド
pink ピンク pinned ピンド pinning ピニング piped パイプト pipenv ピップエンブ pitch ピッチ pity ピティ pivot ピボット pixels ピクセルズ pizza ピザ
place プレース placed プレースト placeholders プレースホルダーズ places プレーシズ plaintext プレーンテキスト plane プレーン planes プレーンズ planet プラネット
planned プランド planner プランナー planning プランニング plans プランズ plant プラント planted プランテッド plants プランツ plastic プラスチック plate プレート
plates プレーツ platforms プラットフォームズ plausible プロージブル playback プレイバック playbook プレイブック played プレイド players プレイヤーズ
playing プレイング playlist プレイリスト plays プレイズ pleasant プレザント please プリーズ pleased プリーズド pleasure プレジャー plenty プレンティ plot プロット
plotly プロットリー plots プロッツ plotted プロッテッド plotting プロッティング plugged プラグド plumber プラマー plural プルーラル plus プラス pocket ポケット
podcast ポッドキャスト poem ポエム poet ポエット pointed ポインテッド pointers ポインターズ pointing ポインティング pointless ポイントレス points ポインツ
poison ポイズン police ポリス policeman ポリスマン polish ポリッシュ polite ポライト politely ポライトリー polls ポールズ polygon ポリゴン polygons ポリゴンズ
polyline ポリライン polymorphic ポリモーフィック polymorphism ポリモーフィズム polynomial ポリノミアル pond ポンド poor プア poorly プアリー popping ポッピング
pops ポップス popular ポピュラー populated ポピュレーテッド population ポピュレーション popups ポップアップス portability ポータビリティ portable ポータブル
ported ポーテッド porting ポーティング portions ポーションズ portrait ポートレート positions ポジションズ positive ポジティブ positives ポジティブズ
possibility ポシビリティ possible ポッシブル possibly ポッシブリー postal ポスタル postcard ポストカード posted ポステッド poster ポスター postman ポストマン
postmortem ポストモーテム postmortems ポストモーテムズ postpone ポストポーン postponed ポストポーンド postponing ポストポーニング pot ポット potatoes ポテトズ
potential ポテンシャル pounds ポンズ pour ポア poured ポアード pptx ピーピーティーエックス practical プラクティカル practically プラクティカリー practice プラクティス
practiced プラクティスト practices プラクティシズ praise プレイズ praised プレイズド precaution プリコーション precedence プレシデンス precise プリサイス
precision プレシジョン precompute プリコンピュート predecessor プレデセッサー predicate プレディケート predicted プレディクテッド prediction プレディクション
predicts プレディクツ preemption プリエンプション prefer プリファー preferably プリファラブリー preference プリファレンス preferred プリファード prefers プリファーズ
prefetch プリフェッチ preflight プリフライト preliminary プレリミナリー preload プリロード premature プレマチュア preparation プレパレーション
prepared プリペアード preparing プリペアリング preprocessor プリプロセッサー prerequisite プリレクイジット prescription プリスクリプション presence プレゼンス
present プレゼント presentation プレゼンテーション presented プレゼンテッド presents プレゼンツ preserve プリザーブ preserved プリザーブド preserves プリザーブズ
president プレジデント press プレス pressed プレスト presses プレシズ pressing プレッシング pressure プレッシャー presto プレスト presumably プリジューマブリー
pretended プリテンデッド pretends プリテンズ pretrained プレトレーンド pretraining プレトレーニング pretty プリティー prevent プリベント prevented プリベンテッド
prevents プリベンツ previous プレビアス pricing プライシング prime プライム primitive プリミティブ prince プリンス princess プリンセス principal プリンシパル
principle プリンシプル printed プリンテッド printers プリンターズ printing プリンティング printout プリントアウト prints プリンツ prior プライアー
priorities プライオリティーズ prison プリズン prisoner プリズナー privacy プライバシー privilege プリビレッジ privileges プリビレッジズ prize プライズ
probability プロバビリティ probably プロバブリー probe プローブ problem プロブレム problems プロブレムズ procedure プロシージャー proceed プロシード
processed プロセスト processes プロセシズ processing プロセッシング processors プロセッサーズ produced プロデュースト produces プロデューシズ
productive プロダクティブ professor プロフェッサー profiled プロファイルド profiles プロファイルズ profiling プロファイリング profit プロフィット programme プログラム
programmer プログラマー programmers プログラマーズ programming プログラミング programs プログラムズ projector プロジェクター promised プロミスト
promising プロミシング promoted プロモーテッド promotion プロモーション prompted プロンプテッド prompts プロンプツ pronounce プロナウンス
pronunciation プロナンシエーション proof プルーフ propagate プロパゲート proper プロパー properly プロパリー proportion プロポーション proposal プロポーザル
propose プロポーズ proposed プロポーズド pros プロズ protect プロテクト protected プロテクテッド protection プロテクション protects プロテクツ proud プラウド
prove プルーブ proved プルーブド proven プルーブン proves プルーブズ provide プロバイド provided プロバイデッド providers プロバイダーズ provides プロバイズ
provisioning プロビジョニング proxies プロキシーズ pruned プルーンド psd ピーエスディー pseudocode スードコード psycopg サイコピージー publishes パブリッシュズ
publishing パブリッシング pulled プルド pulling プリング pulls プルズ pulsar パルサー puma プーマ pump ポンプ pumpkin パンプキン punctuation パンクチュエーション
pupil ピューピル pupils ピューピルズ puppeteer パペティア puppy パピー purchase パーチェス purchases パーチェシズ pure ピュア purely ピュアリー purged パージド
purpose パーパス purposes パーパシズ pushes プッシュズ pushing プッシング puts プッツ putting プッティング puzzle パズル puzzles パズルズ pwa ピーダブリューエー
pycharm パイチャーム pyenv パイエンブ qemu キューエミュ quadratic クアドラティック quadtree クアッドツリー qualcomm クアルコム quality クオリティ
quantity クオンティティ quantization クオンタイゼーション quantized クオンタイズド quantizing クオンタイジング quarkus クォーカス quarter クオーター
quarters クオーターズ queen クイーン questioned クエスチョンド questions クエスチョンズ quic クイック quicker クイッカー quickest クイッケスト quickly クイックリー
quicksort クイックソート quiet クワイエット quieter クワイエター quietly クワイエットリー quirk クワーク quit クイット quite クワイト quiz クイズ
quotation クオーテーション quoted クオーテッド quotes クオーツ quotient クオーシェント quoting クオーティング rabbit ラビット rabbits ラビッツ rack ラック
radar レーダー radians ラジアンズ raft ラフト rail レール railway レールウェイ rain レイン rainbow レインボー rained レインド raining レイニング rains レインズ
rainy レイニー raise レイズ raised レイズド raises レイジズ ran ラン rang ラング ranges レンジズ ranking ランキング ranks ランクス ransomware ランサムウェア
rapid ラピッド rare レア rarely レアリー rarer レアラー rash ラッシュ raspberry ラズベリー rasterize ラスタライズ rasterizer ラスタライザー rated レーテッド
rates レーツ rather ラザー rating レーティング ratio レシオ ray レイ rayon レーヨン raytracing レイトレーシング reach リーチ reached リーチド reaches リーチズ
reaching リーチング reactions リアクションズ reacts リアクツ readability リーダビリティ readable リーダブル readers リーダーズ readiness レディネス
reading リーディング readings リーディングズ reads リーズ realistic リアリスティック reality リアリティ realize リアライズ realized リアライズド really リアリー
reason リーズン reasonable リーズナブル reasoning リーズニング reasons リーズンズ reassuring リアシュアリング rebased リベースド rebasing リベーシング
reboot リブート rebooted リブーテッド rebooting リブーティング reboots リブーツ rebuild リビルド rebuilding リビルディング rebuilds リビルズ rebuilt リビルト
recalculates リカルキュレーツ recall リコール receipt レシート receipts レシーツ received レシーブド receives レシーブズ receiving レシービング
recently リーセントリー reception レセプション receptionist レセプショニスト recipe レシピ recipes レシピズ recipient レシピエント recipients レシピエンツ
recognise レコグナイズ recognition レコグニション recognize レコグナイズ recognized レコグナイズド recognizer レコグナイザー recognizes レコグナイジズ
recommend レコメンド recommendation レコメンデーション recommended レコメンデッド recommends レコメンズ reconnect リコネクト reconnected リコネクテッド
reconnecting リコネクティング reconnects リコネクツ reconsider リコンシダー recorded レコーデッド recording レコーディング recordings レコーディングズ
recovered リカバード recovering リカバリング recovers リカバーズ recovery リカバリー recreate リクリエイト recreated リクリエイテッド rectangle レクタングル
recursion リカージョン recursively リカーシブリー recycle リサイクル redacted リダクテッド reddit レディット redeploy リデプロイ redesign リデザイン
redhat レッドハット redirected リダイレクテッド redirects リダイレクツ redo リドゥー redraw リドロー redraws リドローズ redshift レッドシフト reduced リデュースト
reduces リデューシズ reducing リデューシング reduction リダクション redundant リダンダント refactored リファクタード refactoring リファクタリング refer リファー
referee レフェリー referenced リファレンスト references リファレンシズ refers リファーズ reflect リフレクト reflection リフレクション reflects リフレクツ
reflog レフログ reformatted リフォーマッテッド refreshed リフレッシュド refreshes リフレッシュズ refrigerator リフリジレーター refund リファンド
refunded リファンデッド refunding リファンディング refunds リファンズ refusal リフューザル refuse リフューズ refused リフューズド refuses リフュージズ
refusing リフュージング regard リガード regardless リガードレス regards リガーズ regenerate リジェネレート regenerated リジェネレーテッド
regenerating リジェネレーティング regions リージョンズ registered レジスタード registers レジスターズ regret リグレット regrets リグレッツ regular レギュラー
rehearsal リハーサル rehearsed リハースト reinstall リインストール reinstalled リインストールド reinstalling リインストーリング reinvent リインベント
rejected リジェクテッド rejecting リジェクティング rejection リジェクション rejects リジェクツ related リレーテッド relationship リレーションシップ
relative レラティブ relax リラックス relaxed リラックスト relay リレー released リリースト releasing リリーシング relevance レレバンス relevant レレバント
reliability リライアビリティ reliable リライアブル reliably リライアブリー relied リライド relief リリーフ relies リライズ reloaded リローデッド
reloading リローディング reloads リローズ relu レルー rely リライ remain リメイン remainder リメインダー remained リメインド remaining リメイニング
remains リメインズ remark リマーク remarkably リマーカブリー remarks リマークス remedy レメディ remembered リメンバード remembering リメンバリング
remembers リメンバーズ remind リマインド reminded リマインデッド reminder リマインダー reminders リマインダーズ reminds リマインズ remix リミックス
remotely リモートリー removes リムーブズ removing リムービング renamed リネームド renames リネームズ renaming リネーミング rendered レンダード renders レンダーズ
renew リニュー renewal リニューアル renews リニューズ renovate リノベート renovation リノベーション rent レント rental レンタル rented レンテッド reopen リオープン
reopened リオープンド reopening リオープニング reorder リオーダー reordered リオーダード reordering リオーダリング repair リペア repaired リペアード
repairing リペアリング repairs リペアーズ repeated リピーテッド repeating リピーティング repeats リピーツ repetition レペティション repetitive リペティティブ
rephrase リフレーズ replaced リプレースト replacement リプレースメント replaces リプレーシズ replacing リプレーシング replay リプレイ replayed リプレイド
replaying リプレイイング replicated レプリケーテッド replication レプリケーション replied リプライド replies リプライズ reported レポーテッド
reporting レポーティング repositories リポジトリーズ represent リプレゼント represents リプレゼンツ reproduced リプロデュースト reproduces リプロデューシズ
reproducible リプロデューシブル reproducing リプロデューシング reproduction リプロダクション reputation レピュテーション requested リクエステッド
requirement リクワイアメント rerun リラン rescued レスキュード research リサーチ resembles リゼンブルズ reservation リザベーション reserve リザーブ
reserved リザーブド reserves リザーブズ reserving リザービング resets リセッツ resetting リセッティング residents レジデンツ resigned リザインド
resilient レジリエント resist レジスト resized リサイズド resizing リサイジング resolution レゾリューション resolved リゾルブド resolves リゾルブズ
resort リゾート respect リスペクト respective リスペクティブ respects リスペクツ respond レスポンド responding レスポンディング responds レスポンズ
responsibility レスポンシビリティ responsible レスポンシブル responsive レスポンシブ restarted リスターテッド restarting リスターティング restarts リスターツ
restaurant レストラン restaurants レストランツ rested レステッド restful レストフル restored リストアド restores リストアズ restoring リストアリング
restrict リストリクト restricted リストリクテッド restriction リストリクション restructured リストラクチャード rests レスツ resumes レジュームズ
retention リテンション rethink リシンク retire リタイア retired リタイアド retraining リトレーニング retried リトライド retrospect レトロスペクト
retrospective レトロスペクティブ retrying リトライイング returned リターンド returning リターニング reuse リユース reused リユーズド reusing リユージング
reveal リビール revealed リビールド reveals リビールズ revenue レベニュー reverse リバース reversed リバースト reversible リバーシブル reverted リバーテッド
reverting リバーティング reviewed レビュード reviewers レビュアーズ reviewing レビューイング reviews レビューズ revised リバイズド revoke リボーク
revolution レボリューション reward リワード rewind リワインド reworded リワーデッド rewrites リライツ rewriting リライティング rewritten リリトゥン
rewrote リロート rhel レル rhyme ライム rhythm リズム rice ライス rich リッチ rid リッド riddle リドル ride ライド rightly ライトリー rights ライツ
rigid リジッド rigorous リゴラス ring リング ringing リンギング rings リングズ rinse リンス ripe ライプ rise ライズ rises ライジズ rising ライジング risk リスク
risks リスクス risky リスキー rivers リバーズ road ロード roadmap ロードマップ roadmaps ロードマップス roads ローズ roast ロースト robot ロボット robots ロボッツ
robust ロバスト rock ロック rocket ロケット rocks ロックス rode ロード roll ロール rollbacks ロールバックス rolled ロールド rolling ローリング rolls ロールズ
rome ローマ roof ルーフ room ルーム roommate ルームメイト rooms ルームズ rootkit ルートキット roots ルーツ rope ロープ ropes ロープス rose ローズ roses ロージズ
rotate ローテート rotated ローテーテッド rotates ローテーツ rotating ローテーティング rotation ローテーション rotten ロットン rough ラフ roughly ラフリー
round ラウンド rounded ラウンデッド rounding ラウンディング rounds ラウンズ routed ルーテッド routers ルーターズ routine ルーチン rpc アールピーシー rsa アールエスエー
rspack アールエスパック rst アールエスティー rubber ラバー rubocop ルボコップ rubymine ルビーマイン rude ルード rug ラグ ruined ルインド ruins ルインズ ruled ルールド
ruler ルーラー rumor ルーマー runbook ランブック runbooks ランブックス runc ランシー runners ランナーズ runs ランズ rush ラッシュ rustdoc ラストドック saas サース
sad サッド sadly サッドリー safeguard セーフガード safely セーフリー safest セーフェスト safety セーフティ said セッド sailed セイルド sailing セーリング
sailor セーラー sailors セイラーズ sails セイルズ sake セイク salad サラダ salaries サラリーズ salary サラリー sale セール sales セールス
salesforce セールスフォース salt ソルト salted ソルテッド saltier ソルティアー salting ソルティング salty ソルティ same セイム saml サムル sampled サンプルド
sampling サンプリング samsung サムスン sand サンド sandwich サンドイッチ sandwiches サンドイッチズ sang サング sanitized サニタイズド sanitizer サニタイザー
sanity サニティ sank サンク sapporo サッポロ sara サラ sat サット satellite サテライト satisfied サティスファイド satisfies サティスファイズ satisfy サティスファイ
saturated サチュレーテッド saturday サタデー saturdays サタデーズ sauce ソース savepoint セーブポイント savepoints セーブポインツ savings セービングズ saw ソー
saying セイイング scalability スケーラビリティ scalable スケーラブル scalar スカラー scalars スカラーズ scaled スケールド scales スケールズ scaling スケーリング
scandal スキャンダル scanned スキャンド scanners スキャナーズ scanning スキャニング scans スキャンズ scar スカー scarce スケアス scare スケア scared スケアード
scares スケアズ scarf スカーフ scary スケアリー scattered スキャッタード scenario シナリオ scene シーン scenes シーンズ scent セント scheduled スケジュールド
schedules スケジュールズ scheduling スケジューリング scheme スキーム school スクール schools スクールズ scientist サイエンティスト scientists サイエンティスツ
scipy サイパイ scissors シザーズ scolded スコールデッド scored スコアード scores スコアズ scraped スクレイプト scraper スクレイパー scraping スクレイピング
scrapy スクレイピー scratch スクラッチ scratched スクラッチド screens スクリーンズ screenshots スクリーンショッツ screw スクリュー screwdriver スクリュードライバー
screws スクリューズ scrollable スクローラブル scrollbar スクロールバー scrolled スクロールド scrolling スクローリング scrolls スクロールズ scrum スクラム sea シー
seaborn シーボーン seal シール sealed シールド seam シーム seamless シームレス seams シームズ searchable サーチャブル searched サーチト searches サーチズ
searching サーチング season シーズン seat シート seated シーテッド seating シーティング secondary セカンダリー secretary セクレタリー sections セクションズ
sector セクター sectors セクターズ secure セキュア sed セド see シー seeded シーデッド seeing シーイング seeking シーキング seem シーム seemed シームド
seems シームズ seen シーン sees シーズ segments セグメンツ seldom セルダム selected セレクテッド selecting セレクティング selection セレクション selects セレクツ
selinux エスイーリナックス sell セル seller セラー selling セリング sells セルズ semantic セマンティック semantics セマンティクス semicolon セミコロン
semicolons セミコロンズ senator セネター sendgrid センドグリッド sending センディング sends センズ sense センス sensible センシブル sensitive センシティブ
sensor センサー sensors センサーズ sent セント sentence センテンス sentences センテンシズ sentinel センチネル separate セパレート separated セパレーテッド
separately セパレートリー separates セパレーツ september セプテンバー sequelize シークエライズ sequential シーケンシャル serde サーデ serialise シリアライズ
serialization シリアライゼーション serialized シリアライズド serious シリアス seriously シリアスリー served サーブド serverside サーバーサイド serves サーブズ
serving サービング sets セッツ settle セトル settled セトルド settles セトルズ seven セブン seventh セブンス seventy セブンティ several セベラル
severe シビア severity セベリティ sftp エスエフティーピー sha シャー shade シェード shader シェーダー shaders シェーダーズ shades シェーズ shadows シャドーズ
shaking シェイキング shall シャル shallow シャロー shame シェイム shapes シェイプス sharded シャーデッド shards シャーズ shares シェアズ sharp シャープ
sharper シャーパー sharply シャープリー shaved シェイブド she シー shed シェッド sheep シープ sheer シアー sheet シート sheets シーツ shelf シェルフ
shelter シェルター shepherd シェパード shifted シフテッド shifts シフツ shine シャイン shines シャインズ shipped シップト shipping シッピング ships シップス
shirt シャツ shirts シャツ shocked ショックト shoe シュー shoes シューズ shook シュック shoot シュート shopify ショッピファイ shopping ショッピング
shops ショップス shore ショア shortage ショーテージ shortcuts ショートカッツ shortened ショートンド shortens ショートンズ shorter ショーター shortest ショーテスト
shortly ショートリー shot ショット shots ショッツ should シュッド shoulder ショルダー shoulders ショルダーズ shouted シャウテッド showed ショウド shower シャワー
shown ショーン shows ショーズ shrank シュランク shrink シュリンク shrinking シュリンキング shrinks シュリンクス shrunk シュランク shuffled シャッフルド shut シャット
shuts シャッツ shutting シャッティング shy シャイ sick シック sidecar サイドカー sidekiq サイドキック sides サイズ sight サイト sigmoid シグモイド
signalling シグナリング signals シグナルズ signatures シグネチャーズ signed サインド signing サイニング signs サインズ silence サイレンス silenced サイレンスト
silences サイレンシズ silently サイレントリー silk シルク silly シリー silver シルバー similar シミラー similarity シミラリティ simmer シマー simpler シンプラー
simplest シンプレスト simplicity シンプリシティ simplified シンプリファイド simplify シンプリファイ simply シンプリー simulate シミュレート simulated シミュレーテッド
simulation シミュレーション simulator シミュレーター simultaneous サイマルテニアス sinatra シナトラ since シンス sine サイン sing シング singapore シンガポール
singer シンガー singers シンガーズ singing シンギング sings シングズ sink シンク sinks シンクス sister シスター sisters シスターズ sit シット sitemap サイトマップ
sites サイツ sits シッツ sitting シッティング situation シチュエーション six シックス sixteen シックスティーン sixth シックスス sixty シックスティ skeleton スケルトン
skeptical スケプティカル sketch スケッチ sketchup スケッチアップ skew スキュー ski スキー skiing スキーイング skill スキル skim スキム skimmed スキムド skin スキン
skipped スキップト skipping スキッピング sklearn エスケーラーン sky スカイ skype スカイプ sla エスエルエー sleeping スリーピング sleeps スリープス sleepy スリーピー
sleeve スリーブ sleeves スリーブズ slept スレプト slices スライシズ slide スライド slides スライズ slight スライト slightly スライトリー slim スリム slip スリップ
slipped スリップト slippers スリッパーズ slippery スリッパリー slips スリップス slo エスエルオー slope スロープ slots スロッツ slowdown スローダウン slowed スロード
slower スロワー slowest スローエスト slowing スローイング slowly スローリー slows スローズ sluggish スラッギッシュ smallest スモーレスト smart スマート
smb エスエムビー smell スメル smelled スメルド smells スメルズ smile スマイル smiled スマイルド smoking スモーキング smooth スムーズ smoothly スムーズリー
smooths スムーズズ snag スナッグ snake スネーク snap スナップ snappy スナッピー snaps スナップス snapshots スナップショッツ sneeze スニーズ sniffer スニッファー
sniffing スニッフィング snmp エスエヌエムピー snores スノアズ snow スノー snowed スノード snowflake スノーフレイク snowing スノーイング snowpack スノーパック
snows スノーズ soak ソーク soap ソープ socketio ソケットアイオー socks ソックス sofa ソファ soft ソフト softer ソフター softly ソフトリー softmax ソフトマックス
software ソフトウェア soil ソイル solar ソーラー sold ソールド soldier ソルジャー soldiers ソルジャーズ solely ソールリー solidity ソリディティ
solutions ソリューションズ solve ソルブ solved ソルブド solver ソルバー solves ソルブズ solving ソルビング some サム somebody サムバディ someday サムデイ
somehow サムハウ someone サムワン something サムシング sometimes サムタイムズ somewhat サムワット son サン sonarqube ソナーキューブ song ソング songs ソングズ
sony ソニー soon スーン sooner スーナー sore ソア sorry ソーリー sortable ソータブル sorting ソーティング sorts ソーツ sound サウンド sounded サウンデッド
sounds サウンズ soup スープ sour サワー sources ソーシズ sourcetree ソースツリー south サウス spa エスピーエー spaces スペーシズ spacing スペーシング
spain スペイン spanish スパニッシュ spanner スパナー spans スパンズ spare スペア spares スペアズ sparse スパース speak スピーク speaker スピーカー
speakers スピーカーズ speaking スピーキング speaks スピークス special スペシャル species スピーシーズ specific スペシフィック specification スペシフィケーション
specify スペシファイ spectators スペクテーターズ spectrogram スペクトログラム spectrum スペクトラム speculate スペキュレート sped スペッド speeds スピーズ
speedup スピードアップ spell スペル spelled スペルド spelling スペリング spellings スペリングズ spend スペンド spending スペンディング spends スペンズ
spent スペント sphinx スフィンクス spices スパイシズ spicy スパイシー spider スパイダー spike スパイク spikes スパイクス spilled スピルド spin スピン
spinach スピナッチ spinlock スピンロック spinnaker スピネカー spinning スピニング spins スピンズ spirit スピリット spite スパイト splash スプラッシュ
splits スプリッツ splitting スプリッティング splunk スプランク spoil スポイル spoke スポーク spoken スポークン spoof スプーフ spoofing スプーフィング spoon スプーン
spoonful スプーンフル spoons スプーンズ sporadic スポラディック sports スポーツ spot スポット spotify スポティファイ spotted スポッテッド spread スプレッド
spreading スプレッディング spreads スプレッズ spreadsheet スプレッドシート spreadsheets スプレッドシーツ sprite スプライト spun スパン spurious スプリアス
spy スパイ spyware スパイウェア sqlalchemy エスキューエルアルケミー squares スクエアズ squash スカッシュ squashed スカッシュド squashing スカッシング
squeeze スクイーズ squeezed スクイーズド squirrel スクワレル sso エスエスオー stacked スタックト stacking スタッキング stackoverflow スタックオーバーフロー
stadium スタジアム staged ステージド stages ステージズ stain ステイン stairs ステアーズ stakeholder ステークホルダー stakeholders ステークホルダーズ stale ステイル
stalled ストールド stalls ストールズ stamp スタンプ stamps スタンプス stand スタンド standalone スタンドアローン standby スタンバイ standing スタンディング
stands スタンズ standstill スタンドスティル standups スタンドアップス staring ステアリング starlette スターレット stars スターズ started スターテッド
starting スターティング starts スターツ starvation スターベーション starve スターブ stashed スタッシュド statements ステートメンツ station ステーション
stations ステーションズ statistics スタティスティクス statue スタチュー stay ステイ stayed ステイド staying ステイイング stays ステイズ steadily ステディリー
steady ステディー steal スチール steam スチーム steel スチール steep スティープ stem ステム stepped ステップト stepper ステッパー stepping ステッピング
stereo ステレオ stick スティック sticker ステッカー sticks スティックス sticky スティッキー stiff スティフ still スティル stir スター stock ストック stole ストール
stolen ストールン stomach ストマック stone ストーン stones ストーンズ stood ストゥッド stopgap ストップギャップ stopped ストップト stopping ストッピング
stored ストアド stores ストアズ storm ストーム stormy ストーミー stove ストーブ strace エストレース straightforward ストレートフォワード strangely ストレンジリー
stranger ストレンジャー strangers ストレンジャーズ strap ストラップ straw ストロー strawberries ストロベリーズ stray ストレイ streamed ストリームド
streamlit ストリームリット street ストリート streets ストリーツ strength ストレングス stress ストレス stretch ストレッチ stretched ストレッチト
stretches ストレッチズ stretching ストレッチング stricter ストリクター strictly ストリクトリー strike ストライク strikes ストライクス stripped ストリップト
stroke ストローク strong ストロング stronger ストロンガー strongly ストロングリー struck ストラック structs ストラクツ structured ストラクチャード stubbed スタブド
stuck スタック student スチューデント students スチューデンツ studied スタディド studies スタディーズ study スタディ studying スタディイング stumbled スタンブルド
stumbles スタンブルズ stutter スタッター stutters スタッターズ stylelint スタイルリント stylesheet スタイルシート subclass サブクラス subdomain サブドメイン
subject サブジェクト sublime サブライム submission サブミッション submits サブミッツ submitting サブミッティング submodules サブモジュールズ subnormal サブノーマル
subquery サブクエリー subscribed サブスクライブド subscribers サブスクライバーズ subscribes サブスクライブズ subscriptions サブスクリプションズ subset サブセット
substitute サブスティチュート substring サブストリング subtitles サブタイトルズ subtle サトル subtract サブトラクト subtracting サブトラクティング
subtraction サブトラクション subtracts サブトラクツ subtree サブツリー subway サブウェイ succeed サクシード succeeded サクシーデッド succeeds サクシーズ
successful サクセスフル successfully サクセスフリー succession サクセッション succinct サクシンクト such サッチ sudden サドン suddenly サドンリー
sudoers スードゥアーズ suffer サファー suffered サファード suffers サファーズ suffice サファイス sufficient サフィシェント sugar シュガー suggest サジェスト
suggested サジェステッド suggestions サジェスチョンズ suggests サジェスツ suit スーツ suitable スータブル suitcase スーツケース suitcases スーツケーシズ
suits スーツ summarise サマライズ summarize サマライズ summed サムド summer サマー summit サミット sums サムズ sun サン sunday サンデー sundays サンデーズ
sunlight サンライト sunny サニー sunrise サンライズ sunset サンセット superfluous スーパーフルアス supermarket スーパーマーケット supervisor スーパーバイザー
supplied サプライド supplier サプライヤー suppliers サプライヤーズ supplies サプライズ supply サプライ supported サポーテッド supports サポーツ suppose サポーズ
supposed サポーズド supposing サポージング suppress サプレス sure シュア surely シュアリー surface サーフェス surfaced サーフェスト surprise サプライズ
surprised サプライズド surprises サプライジズ surprising サプライジング surprisingly サプライジングリー surrounding サラウンディング survey サーベイ
survive サバイブ survived サバイブド suse スーゼ suspect サスペクト suspected サスペクテッド suspects サスペクツ suspended サスペンデッド suspends サスペンズ
suspicious サスピシャス svgs エスブイジーズ swallow スワロー swallowed スワロード swallows スワローズ swam スワム swan スワン swapped スワップト
swapping スワッピング swc エスダブリューシー swear スウェア sweater セーター sweep スウィープ sweet スイート sweets スイーツ swept スウェプト swimmer スイマー
swims スイムズ swing スイング swings スイングズ swipe スワイプ swiping スワイピング switched スイッチド switches スイッチズ switzerland スイッツァランド
sword ソード sydney シドニー symbolic シンボリック symbols シンボルズ symlinks シムリンクス symmetric シンメトリック symptom シンプトム symptoms シンプトムズ
synced シンクト synchronise シンクロナイズ synchronization シンクロナイゼーション synchronize シンクロナイズ synchronized シンクロナイズド
synchronous シンクロナス syncing シンキング syncs シンクス synonyms シノニムズ synthesizer シンセサイザー systemctl システムコントロール systems システムズ
tablespace テーブルスペース tablet タブレット tablets タブレッツ tackle タックル tagged タグド tagging タギング tailor テイラー tailored テーラード
tails テイルズ take テイク taken テイクン takes テイクス taking テイキング talent タレント talk トーク talked トークト talking トーキング talks トークス
tall トール taller トーラー tallest トーレスト tampered タンパード tampering タンパリング tanaka タナカ tangent タンジェント tangible タンジブル tank タンク
tap タップ tape テープ tapped タップト tapping タッピング taps タップス tarball ターボール targets ターゲッツ taste テイスト tasted テイステッド tastes テイスツ
taught トート tauri タウリ tax タックス taxes タクシズ taxi タクシー tcpdump ティーシーピーダンプ tdd ティーディーディー tea ティー teach ティーチ teacher ティーチャー
teachers ティーチャーズ teaches ティーチズ teardown ティアダウン tears ティアーズ technical テクニカル technically テクニカリー technician テクニシャン
technique テクニック technology テクノロジー tedious ティーディアス teenagers ティーンエイジャーズ teeth ティース tekton テクトン telemetry テレメトリー
telephone テレフォン telescope テレスコープ television テレビジョン tell テル telling テリング tells テルズ temper テンパー temperature テンペラチャー
temperatures テンペラチャーズ templating テンプレーティング temple テンプル temporarily テンポラリリー temptation テンプテーション tempted テンプテッド ten テン
tenants テナンツ tend テンド tends テンズ tenfold テンフォールド tennis テニス tensors テンソルズ tent テント tenth テンス tenths テンスズ terabyte テラバイト
terminates ターミネーツ terminology ターミノロジー ternary ターナリー terrace テラス terragrunt テラグラント terrible テリブル terse タース tested テステッド
testers テスターズ tex テフ textarea テキストエリア textbook テキストブック textbox テキストボックス texts テキスツ textual テクスチュアル texture テクスチャー
than ザン thank サンク thanked サンクト thanks サンクス that ザット the ザ theater シアター theatre シアター theft セフト their ゼア theirs ゼアズ
them ゼム themselves ゼムセルブズ theorem セオレム theoretical セオレティカル theory セオリー there ゼア thereby ゼアバイ therefore ゼアフォー
thermometer サーモメーター these ジーズ they ゼイ thick シック thief シーフ thin シン thing シング things シングズ think シンク thinking シンキング
thinner シンナー third サード thirds サーズ thirsty サースティー thirty サーティー this ディス thorough サロー thoroughly サローリー those ゾーズ
though ゾー thought ソート thousand サウザンド thousands サウザンズ threatened スレトンド three スリー threw スルー thrift スリフト throat スロート
throttled スロットルド throttles スロットルズ throttling スロットリング through スルー throughput スループット throwing スローイング thrown スローン
throws スローズ thumb サム thumbnails サムネイルズ thumbs サムズ thunder サンダー thursday サーズデー thursdays サーズデーズ thus ザス ticked ティックト
tickets チケッツ ticking ティッキング ticks ティックス tide タイド tidied タイディード tidy タイディー tied タイド ties タイズ tiff ティフ tiger タイガー
tight タイト tighten タイトン tightened タイトンド tightly タイトリー tiktok ティックトック tile タイル tiles タイルズ till ティル timed タイムド
timeouts タイムアウツ timers タイマーズ timestamps タイムスタンプス timetable タイムテーブル timing タイミング timings タイミングズ tiny タイニー tip ティップ
tips チップス tire タイヤ tired タイアード tires タイヤズ titles タイトルズ tmux ティーマックス today トゥデイ toggled トグルド toggles トグルズ
tokenise トークナイズ tokenization トークナイゼーション tokenize トークナイズ tokenizers トークナイザーズ tokio トキオ tokyo トーキョー told トールド
tolerance トレランス tolerant トレラント tolerate トレレート tolerates トレレーツ toll トール tom トム tomato トマト tomatoes トマトズ tomcat トムキャット
tomorrow トゥモロー tone トーン tongue タング tonight トゥナイト tons トンズ too トゥー took トゥック toolchain ツールチェーン tooling ツーリング tooth トゥース
toothbrush トゥースブラシ topics トピックス topology トポロジー tore トア torn トーン tornado トルネード totals トータルズ totp ティーオーティーピー touched タッチド
touches タッチズ touching タッチング touchpad タッチパッド tough タフ tour ツアー tourists ツーリスツ tournament トーナメント toward トゥワード
towards トゥワーズ towel タオル towels タオルズ tower タワー town タウン toy トイ toyota トヨタ toys トイズ traced トレースト tracer トレーサー
traces トレーシズ tracked トラックト tracking トラッキング tracks トラックス tractor トラクター traded トレーデッド traefik トラフィック traffic トラフィック
trail トレイル trailing トレーリング trained トレインド training トレーニング trains トレインズ trait トレイト tram トラム transcode トランスコード
transcoder トランスコーダー transcoding トランスコーディング transcript トランスクリプト transferred トランスファード transfers トランスファーズ
transistor トランジスター transition トランジション transitive トランジティブ translated トランスレーテッド translates トランスレーツ translating トランスレーティング
translations トランスレーションズ translator トランスレーター translators トランスレーターズ transparent トランスペアレント transpile トランスパイル
transpiler トランスパイラー trap トラップ traps トラップス travel トラベル travelers トラベラーズ traveling トラベリング travelling トラベリング travels トラベルズ
traversal トラバーサル travis トラビス tray トレイ treat トリート treated トリーテッド treating トリーティング treatment トリートメント treats トリーツ
trees ツリーズ trello トレロ trend トレンド trial トライアル triangle トライアングル triangles トライアングルズ trick トリック trickier トリッキアー
tricks トリックス tricky トリッキー trie トライ tried トライド tries トライズ triggered トリガード trigonometry トリゴノメトリー trimmed トリムド
trimming トリミング trims トリムズ trino トリノ trip トリップ tripped トリップト trips トリップス trousers トラウザーズ truck トラック trucks トラックス
truly トゥルーリー truncated トランケーテッド trunk トランク trust トラスト trusted トラステッド trusting トラスティング trusts トラスツ trustworthy トラストワージー
truth トゥルース trying トライイング ttl ティーティーエル tucked タックト tuesday チューズデー tulips チューリップス tuned チューンド tuning チューニング tunnel トンネル
tuples タプルズ turbopack ターボパック turborepo ターボレポ turing チューリング turkey ターキー turkish ターキッシュ turn ターン turning ターニング turns ターンズ
tutorial チュートリアル tv ティービー tweak ツイーク twelfth トゥエルフス twelve トゥエルブ twenty トゥエンティ twice トゥワイス twilio トゥイリオ twin ツイン
twins ツインズ typedef タイプデフ typedoc タイプドック typeorm タイプオーアールエム typhoon タイフーン typically ティピカリー typos タイポズ uber ウーバー
ugly アグリー umask ユーマスク umbrella アンブレラ umlaut ウムラウト umlauts ウムラウツ unable アンエーブル unary ユーナリー unattended アンアテンデッド
unavailable アンアベイラブル unbounded アンバウンデッド uncertain アンサートゥン unchanged アンチェンジド unchecked アンチェックト uncle アンクル unclear アンクリア
uncomfortable アンコンフォータブル uncommitted アンコミッテッド unconditional アンコンディショナル uncovered アンカバード under アンダー
underestimate アンダーエスティメート underestimated アンダーエスティメーテッド underfitting アンダーフィッティング underflow アンダーフロー underline アンダーライン
underlined アンダーラインド underlines アンダーラインズ underlying アンダーライイング underneath アンダーニース underscore アンダースコア
understandable アンダースタンダブル understanding アンダースタンディング understands アンダースタンズ understood アンダーストゥッド undid アンディッド
undocumented アンドキュメンテッド undoes アンダズ undoing アンドゥーイング undone アンダン uneven アンイーブン unexpected アンエクスペクテッド unfair アンフェア
unfamiliar アンファミリア unfinished アンフィニッシュド unfortunate アンフォーチュネート unfortunately アンフォーチュネートリー unhandled アンハンドルド
unhappy アンハッピー unicast ユニキャスト unicorn ユニコーン unified ユニファイド uniform ユニフォーム uninstall アンインストール uninstalled アンインストールド
uninstaller アンインストーラー uninstalling アンインストーリング unintentional アンインテンショナル united ユナイテッド universal ユニバーサル
university ユニバーシティ unlike アンライク unlikely アンライクリー unlimited アンリミテッド unlocked アンロックト unlocks アンロックス unmaintained アンメンテインド
unmarshal アンマーシャル unnecessary アンネセサリー unnoticed アンノーティスト unpack アンパック unpacked アンパックト unpacking アンパッキング unpacks アンパックス
unplug アンプラグ unplugged アンプラグド unreachable アンリーチャブル unread アンリード unreadable アンリーダブル unreal アンリアル unrelated アンリレーテッド
unreliable アンリライアブル unresolved アンリゾルブド unrolled アンロールド unsaved アンセーブド unset アンセット unsigned アンサインド unstable アンステーブル
unsubscribe アンサブスクライブ unsubscribed アンサブスクライブド unsupported アンサポーテッド unsure アンシュア untested アンテステッド until アンティル
untouched アンタッチド untrusted アントラステッド unusable アンユーザブル unwanted アンウォンテッド unwrap アンラップ upcoming アップカミング updating アップデーティング
upgraded アップグレーデッド upgrades アップグレーズ upgrading アップグレーディング uploaded アップローデッド uploading アップローディング uploads アップローズ upon アポン
upper アッパー uppercase アッパーケース upright アップライト ups アップス upsert アップサート upserts アップサーツ upset アップセット upside アップサイド
upstairs アップステアーズ upward アップワード upwards アップワーズ urgency アージェンシー urgent アージェント us アス usability ユーザビリティ usable ユーザブル
used ユーズド useful ユースフル useless ユースレス uses ユージズ using ユージング usual ユージュアル usually ユージュアリー utc ユーティーシー utilise ユーティライズ
utilization ユーティライゼーション utilize ユーティライズ utilized ユーティライズド uvicorn ユービコーン vacation バケーション vaccination バクシネーション
vaccine ワクチン vacuum バキューム vague ベイグ vain ベイン valgrind バルグリンド validated バリデーテッド validates バリデーツ validating バリデーティング
valley バレー valuable バリュアブル van バン vanish バニッシュ vanished バニッシュト vanishes バニッシュズ variance バリアンス variants バリアンツ
varies バリーズ various バリアス vary バリー vectorization ベクトライゼーション vectorize ベクトライズ vectors ベクターズ vegetables ベジタブルズ
velocity ベロシティ vending ベンディング vendored ベンダード vendors ベンダーズ verb バーブ verbose バーボース verbs バーブズ verification ベリフィケーション
verified ベリファイド verifies ベリファイズ verifying ベリファイイング versa バーサ versioning バージョニング versus バーサス vertical バーティカル
vertically バーティカリー very ベリー vet ベット via ビア viable バイアブル vice バイス victim ビクティム videos ビデオズ vienna ウィーン viewed ビュード
village ビレッジ villages ビレッジズ vimrc ビムアールシー vinegar ビネガー violates バイオレーツ violation バイオレーション violin バイオリン
virtualbox バーチャルボックス virtualenv バーチャルエンブ virtualise バーチャライズ virtualization バーチャライゼーション virus ウイルス viruses ウイルシズ visa ビザ
visit ビジット visited ビジテッド visitors ビジターズ visits ビジッツ visualise ビジュアライズ visualization ビジュアライゼーション visualize ビジュアライズ
vlan ブイラン vmware ブイエムウェア vocabulary ボキャブラリー voices ボイシズ voltage ボルテージ volunteer ボランティア volunteers ボランティアズ vote ボート
voted ボーテッド voters ボーターズ votes ボーツ voting ボーティング vouch バウチ voucher バウチャー vp ブイピー vulkan バルカン vulnerabilities バルネラビリティーズ
vulnerability バルネラビリティ vulnerable バルネラブル wages ウェイジズ waited ウェイテッド waiter ウェイター waiting ウェイティング waitress ウェイトレス
waits ウェイツ wake ウェイク wakes ウェイクス waking ウェイキング walked ウォークト walking ウォーキング walks ウォークス wall ウォール walls ウォールズ wan ワン
wanted ウォンテッド war ウォー ward ウォード warehouse ウェアハウス warm ウォーム warmed ウォームド warmer ウォーマー warming ウォーミング warms ウォームズ
warmth ウォームス warned ウォーンド warns ウォーンズ warranty ワランティー wash ウォッシュ washed ウォッシュド washes ウォッシュズ washing ウォッシング waste ウェイスト
wasted ウェイステッド wastes ウェイスツ watchdog ウォッチドッグ watched ウォッチト watches ウォッチズ watching ウォッチング watchos ウォッチオーエス water ウォーター
watered ウォータード waterfall ウォーターフォール watering ウォータリング waters ウォーターズ watts ワッツ wave ウェーブ waved ウェイブド waveform ウェーブフォーム
waves ウェーブズ way ウェイ ways ウェイズ weak ウィーク weaker ウィーカー weakest ウィーケスト weakness ウィークネス wearing ウェアリング wears ウェアズ
weather ウェザー webfont ウェブフォント webgl ウェブジーエル webgpu ウェブジーピーユー webm ウェブエム webmaster ウェブマスター webpage ウェブページ
webserver ウェブサーバー websockets ウェブソケッツ webstorm ウェブストーム webview ウェブビュー wedding ウェディング wednesday ウェンズデー wednesdays ウェンズデーズ
weeds ウィーズ weekday ウィークデイ weekdays ウィークデイズ weekend ウィークエンド weekends ウィークエンズ weekly ウィークリー weigh ウェイ weighed ウェイド
weighing ウェイイング weighs ウェイズ welcome ウェルカム welcomed ウェルカムド well ウェル went ウェント were ワー west ウェスト wet ウェット whale ホエール
whales ホエールズ what ワット whatever ワットエバー whatsapp ワッツアップ whatsoever ワットソーエバー wheat ウィート wheelchair ホイールチェア when ホエン
whenever ウェネバー where ウェア whereas ウェアラズ wherever ウェアエバー whether ウェザー which ウィッチ whichever ウィッチエバー whisper ウィスパー
whispered ウィスパード whistle ホイッスル whiteboard ホワイトボード whitelist ホワイトリスト who フー whoever フーエバー whole ホール whom フーム whose フーズ
why ホワイ wi ワイ wide ワイド widely ワイドリー widened ワイドンド wider ワイダー widest ワイデスト widow ウィドー widths ウィズスズ wife ワイフ wifi ワイファイ
wikipedia ウィキペディア wild ワイルド wildfly ワイルドフライ will ウィル willing ウィリング win ウィン wind ウィンド winds ウィンズ wine ワイン wings ウィングズ
winner ウィナー wins ウィンズ winter ウィンター winters ウィンターズ wipe ワイプ wiped ワイプト wire ワイヤー wired ワイヤード wireframe ワイヤーフレーム
wireframes ワイヤーフレームズ wireless ワイヤレス wires ワイヤーズ wireshark ワイヤーシャーク wiring ワイヤリング wise ワイズ wiser ワイザー wish ウィッシュ
wishes ウィッシュズ withdrew ウィズドルー within ウィズイン without ウィズアウト withstand ウィズスタンド witness ウィットネス woke ウォーク woken ウォークン
wolf ウルフ woman ウーマン women ウィメン won ウォン wonder ワンダー wondered ワンダード wonderful ワンダフル wondering ワンダリング wonders ワンダーズ
wooden ウッドゥン wool ウール wording ワーディング wore ウォア worked ワークト working ワーキング workload ワークロード works ワークス workshop ワークショップ
workstation ワークステーション worktree ワークツリー worktrees ワークツリーズ worms ワームズ worn ウォーン worried ウォーリード worries ウォーリーズ worry ウォーリー
worrying ウォーリーイング worse ワース worst ワースト worth ワース worthless ワースレス worthwhile ワースワイル would ウッド wound ウーンド wow ワオ
wrapped ラップト wrapping ラッピング wrist リスト writable ライタブル writers ライターズ writes ライツ writing ライティング written リトゥン wrong ロング
wrongly ロングリー wrote ロート xamarin ザマリン xargs エックスアーグス xen ゼン xgboost エックスジーブースト xhr エックスエイチアール xlsx エックスエルエスエックス
xunit エックスユニット yacc ヤック yard ヤード yearly イヤーリー yellow イエロー yesterday イエスタデイ yet イェット yields イールズ york ヨーク young ヤング
younger ヤンガー youngest ヤンゲスト your ユア yours ユアーズ zeros ゼロズ zipkin ジプキン zipper ジッパー zlib ゼットリブ zones ゾーンズ zoo ズー
zookeeper ズーキーパー zoomed ズームド zooming ズーミング zooms ズームズ zstd ゼットスタンダード
)";

}  // namespace sotto::text
