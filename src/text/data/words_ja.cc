#include "text/data/words_ja.h"

namespace sotto::text {

const std::string_view kJapaneseUnits = R"(
ms ミリ秒 s 秒 sec 秒 us マイクロ秒 ns ナノ秒 min 分 h 時間 B バイト kB キロバイト KB キロバイト MB メガバイト
GB ギガバイト TB テラバイト KiB キビバイト MiB メビバイト GiB ギビバイト Hz ヘルツ kHz キロヘルツ MHz メガヘルツ GHz ギガヘルツ
mm ミリメートル cm センチメートル km キロメートル kg キログラム dB デシベル mA ミリアンペア mV ミリボルト kW キロワット kWh キロワット時 Mbit メガビット kbps キロビーピーエス Mbps メガビーピーエス Gbps ギガビーピーエス
px ピクセル fps エフピーエス rps アールピーエス qps キューピーエス x 倍 bit ビット bits ビット bytes バイト k キロ K ケー M エム
)";

const std::string_view kJapaneseWords = R"(
a ア abort アボート about アバウト absolute アブソリュート abstract アブストラクト accept アクセプト access アクセス account アカウント
action アクション actions アクションズ active アクティブ activity アクティビティ actor アクター adapter アダプター add アド address アドレス admin アドミン
agent エージェント aggregate アグリゲート ai エーアイ alert アラート algorithm アルゴリズム alias エイリアス align アライン all オール alloc アロック
allow アロウ alpha アルファ alpine アルパイン amazon アマゾン analysis アナリシス analytics アナリティクス analyzer アナライザー anchor アンカー and アンド android アンドロイド
angular アンギュラー animation アニメーション annotation アノテーション ansible アンシブル answer アンサー any エニー apache アパッチ api エーピーアイ apis エーピーアイズ app アップ
append アペンド apple アップル application アプリケーション apply アプライ apt エーピーティー arch アーチ archive アーカイブ arg アーグ args アーグス argument アーギュメント
arguments アーギュメンツ arm アーム array アレイ article アーティクル ascii アスキー assert アサート assertion アサーション asset アセット assets アセッツ assign アサイン
assistant アシスタント async アシンク at アット atomic アトミック attach アタッチ attempt アテンプト attr アトリビュート attribute アトリビュート attributes アトリビューツ audio オーディオ audit オーディット
auth オース authenticate オーセンティケート authentication オーセンティケーション author オーサー authorization オーソライゼーション authorize オーソライズ auto オート autoload オートロード avatar アバター await アウェイト
aws エーダブリューエス axios アクシオス azure アジュール back バック backend バックエンド background バックグラウンド backup バックアップ bad バッド badge バッジ balance バランス balancer バランサー
banner バナー bar バー base ベース base64 ベースロクヨン bash バッシュ basic ベーシック bat バット batch バッチ before ビフォー begin ビギン
behavior ビヘイビア bench ベンチ benchmark ベンチマーク beta ベータ bin ビン binary バイナリー bind バインド bit ビット block ブロック blob ブロブ
blog ブログ board ボード body ボディ bold ボールド book ブック bool ブール boolean ブーリアン bootstrap ブートストラップ border ボーダー bot ボット
box ボックス branch ブランチ break ブレイク breakpoint ブレークポイント bridge ブリッジ broker ブローカー browser ブラウザー bucket バケット buffer バッファー bug バグ
bugs バグズ build ビルド builder ビルダー bundle バンドル bundler バンドラー bun バン bus バス business ビジネス button ボタン buy バイ
by バイ byte バイト bytes バイツ c シー cache キャッシュ cached キャッシュド caches キャッシュズ calc カルク calculate カルキュレート calendar カレンダー
call コール callback コールバック caller コーラー camel キャメル camera カメラ cancel キャンセル canvas キャンバス capacity キャパシティ caption キャプション capture キャプチャー
card カード cargo カーゴ cart カート case ケース cast キャスト catalog カタログ catch キャッチ category カテゴリー cc シーシー cd シーディー
celery セロリ cell セル center センター cert サート certificate サーティフィケート chain チェーン change チェンジ changelog チェンジログ channel チャンネル char チャー
character キャラクター chart チャート chat チャット check チェック checker チェッカー checkbox チェックボックス checkout チェックアウト checkpoint チェックポイント checksum チェックサム child チャイルド
children チルドレン chrome クローム chromium クロミウム chunk チャンク chunks チャンクス ci シーアイ circle サークル class クラス classes クラシズ classic クラシック
clang クラン claude クロード clean クリーン cleanup クリーンアップ clear クリア cli シーエルアイ click クリック client クライアント clients クライアンツ clock クロック
clone クローン close クローズ cloud クラウド cloudflare クラウドフレア cluster クラスター cmake シーメイク cmd コマンド code コード codec コーデック codes コーズ
cold コールド collect コレクト collection コレクション collector コレクター color カラー column カラム columns カラムズ com コム command コマンド commands コマンズ
comment コメント comments コメンツ commit コミット commits コミッツ common コモン company カンパニー compare コンペア compile コンパイル compiler コンパイラー complete コンプリート
component コンポーネント components コンポーネンツ compose コンポーズ composer コンポーザー compress コンプレス compute コンピュート computer コンピューター concat コンカット concurrency コンカレンシー condition コンディション
conf コンフ config コンフィグ configuration コンフィギュレーション configure コンフィギュア confirm コンファーム conflict コンフリクト connect コネクト connection コネクション connector コネクター console コンソール
const コンスト constant コンスタント constants コンスタンツ constraint コンストレイント constructor コンストラクター consumer コンシューマー contact コンタクト container コンテナー containers コンテナーズ content コンテント
context コンテキスト continue コンティニュー contract コントラクト contributing コントリビューティング control コントロール controller コントローラー controllers コントローラーズ convert コンバート converter コンバーター cookie クッキー
cookies クッキーズ copy コピー core コア cors コルス cost コスト count カウント counter カウンター coupon クーポン coverage カバレッジ cpp シープラプラ
cpu シーピーユー crash クラッシュ crate クレート create クリエイト created クリエイテッド creator クリエイター credential クレデンシャル credentials クレデンシャルズ cron クーロン crud クラッド
cs シーエス css シーエスエス csrf シーサーフ csv シーエスブイ cuda クーダ curl カール currency カレンシー current カレント cursor カーソル custom カスタム
customer カスタマー cut カット cwd シーダブリューディー cypress サイプレス cx シーエックス daemon デーモン dart ダート dash ダッシュ dashboard ダッシュボード data データ
database データベース databases データベーシズ dataset データセット date デイト datetime デイトタイム day デイ days デイズ db ディービー dead デッド deadlock デッドロック
debian デビアン debug デバッグ debugger デバッガー decode デコード decoder デコーダー decorator デコレーター decrypt デクリプト default デフォルト defaults デフォルツ define デファイン
definition デフィニション delay ディレイ delete デリート deleted デリーテッド delta デルタ demo デモ deno ディーノ deny デナイ dependencies ディペンデンシーズ dependency ディペンデンシー
deploy デプロイ deployment デプロイメント deprecated デプリケーテッド depth デプス desc デスク describe ディスクライブ description ディスクリプション design デザイン desktop デスクトップ dest デスト
destination デスティネーション destroy デストロイ detail ディテール details ディテールズ detect ディテクト detector ディテクター dev デブ developer デベロッパー development デベロップメント device デバイス
devices デバイシズ devops デブオプス dialog ダイアログ dict ディクト dictionary ディクショナリー diff ディフ digest ダイジェスト dir ディレクトリ direct ダイレクト directory ディレクトリ
disable ディスエーブル disabled ディスエーブルド discord ディスコード disk ディスク dispatch ディスパッチ dispatcher ディスパッチャー display ディスプレイ dist ディスト django ジャンゴ dll ディーエルエル
dns ディーエヌエス do ドゥー doc ドック docker ドッカー dockerfile ドッカーファイル docs ドックス document ドキュメント documentation ドキュメンテーション documents ドキュメンツ dom ドム
domain ドメイン done ダン dot ドット dotnet ドットネット double ダブル down ダウン download ダウンロード downloader ダウンローダー draft ドラフト drag ドラッグ
draw ドロー driver ドライバー drop ドロップ dry ドライ dto ディーティーオー dump ダンプ duplicate デュプリケート duration デュレーション dynamic ダイナミック dynamo ダイナモ
e イー e2e イーツーイー each イーチ echo エコー edge エッジ edit エディット editor エディター effect エフェクト elastic エラスティック elasticsearch エラスティックサーチ
electron エレクトロン element エレメント elements エレメンツ elixir エリクサー else エルス email イーメール embed エンベッド embedding エンベディング emit エミット empty エンプティ
enable イネーブル enabled イネーブルド encode エンコード encoder エンコーダー encoding エンコーディング encrypt エンクリプト encryption エンクリプション end エンド endpoint エンドポイント endpoints エンドポインツ
engine エンジン enter エンター entities エンティティーズ entity エンティティ entry エントリー entrypoint エントリーポイント enum イーナム env エンブ environment エンバイロメント eof イーオーエフ
equal イコール equals イコールズ err エラー error エラー errors エラーズ es イーエス esbuild イーエスビルド escape エスケープ eslint イーエスリント eslintrc イーエスリントアールシー
etc エトセトラ eval イーバル event イベント events イベンツ example エグザンプル examples エグザンプルズ excel エクセル except エクセプト exception エクセプション exceptions エクセプションズ
exe エグゼ exec エグゼック execute エクスキュート executor エグゼキューター exist イグジスト exists イグジスツ exit イグジット expand エクスパンド expect エクスペクト expected エクスペクテッド
expire エクスパイア expired エクスパイアド expiry エクスパイアリー explain エクスプレイン explorer エクスプローラー export エクスポート exports エクスポーツ express エクスプレス expression エクスプレッション ext エクスト
extend エクステンド extension エクステンション external エクスターナル extra エクストラ extract エクストラクト f エフ facebook フェイスブック factory ファクトリー fail フェイル failed フェイルド
failure フェイリアー fake フェイク fallback フォールバック false フォルス fast ファスト fastapi ファストエーピーアイ fatal フェイタル favicon ファビコン feature フィーチャー features フィーチャーズ
fedora フェドラ feed フィード feedback フィードバック fetch フェッチ fetcher フェッチャー field フィールド fields フィールズ figma フィグマ file ファイル filename ファイルネーム
files ファイルズ filter フィルター filters フィルターズ final ファイナル find ファインド finder ファインダー finish フィニッシュ firebase ファイアベース firefox ファイアフォックス first ファースト
fix フィックス fixed フィックスト fixture フィクスチャー fixtures フィクスチャーズ flag フラグ flags フラグズ flask フラスク flat フラット flex フレックス float フロート
flow フロー flush フラッシュ flutter フラッター fmt フォーマット focus フォーカス folder フォルダー follow フォロー font フォント fonts フォンツ foo フー
footer フッター for フォー force フォース foreign フォーリン fork フォーク form フォーム format フォーマット formatter フォーマッター forms フォームズ forward フォワード
found ファウンド frame フレーム framework フレームワーク free フリー fresh フレッシュ from フロム front フロント frontend フロントエンド fs エフエス ftp エフティーピー
full フル func ファンク function ファンクション functions ファンクションズ future フューチャー fuzz ファズ fuzzy ファジー g ジー game ゲーム garbage ガベージ
gateway ゲートウェイ gc ジーシー gcc ジーシーシー gcp ジーシーピー gem ジェム gemini ジェミニ generate ジェネレート generated ジェネレーテッド generator ジェネレーター generic ジェネリック
get ゲット getter ゲッター gif ジフ git ギット github ギットハブ gitignore ギットイグノア gitlab ギットラボ global グローバル globals グローバルズ gmail ジーメール
go ゴー golang ゴーラング google グーグル gpt ジーピーティー gpu ジーピーユー gradle グレードル grafana グラファナ graph グラフ graphql グラフキューエル gray グレー
green グリーン grep グレップ grid グリッド group グループ groups グループス grpc ジーアールピーシー guard ガード guest ゲスト gui ジーユーアイ guide ガイド
gulp ガルプ gz ジーゼット gzip ジージップ h エイチ hadoop ハドゥープ handle ハンドル handler ハンドラー handlers ハンドラーズ hash ハッシュ haskell ハスケル
head ヘッド header ヘッダー headers ヘッダーズ headless ヘッドレス health ヘルス healthcheck ヘルスチェック heap ヒープ height ハイト hello ハロー helm ヘルム
help ヘルプ helper ヘルパー helpers ヘルパーズ heroku ヘロク hidden ヒドゥン hide ハイド high ハイ history ヒストリー home ホーム homebrew ホームブリュー
hook フック hooks フックス host ホスト hostname ホストネーム hot ホット hour アワー hours アワーズ hover ホバー hpp エイチピーピー html エイチティーエムエル
http エイチティーティーピー https エイチティーティーピーエス hub ハブ hugging ハギング icon アイコン icons アイコンズ id アイディー ide アイディーイー ids アイディーズ idle アイドル
if イフ ignore イグノア image イメージ images イメージズ img イメージ impl インプリ implement インプリメント import インポート importer インポーター imports インポーツ
in イン include インクルード index インデックス indexes インデックスズ indices インディシーズ info インフォ ingress イングレス inherit インヘリット ini イニ init イニット
initial イニシャル initialize イニシャライズ inject インジェクト inline インライン inner インナー input インプット inputs インプッツ insert インサート insight インサイト inspect インスペクト
install インストール installer インストーラー instance インスタンス int イント integer インテジャー integration インテグレーション interceptor インターセプター interface インターフェース internal インターナル interval インターバル
invalid インバリッド invoice インボイス invoke インボーク io アイオー ios アイオーエス ip アイピー iphone アイフォーン is イズ isolate アイソレート issue イシュー
issues イシューズ item アイテム items アイテムズ iter イーター iterator イテレーター java ジャバ javascript ジャバスクリプト jdk ジェイディーケー jenkins ジェンキンス jest ジェスト
jetbrains ジェットブレインズ jira ジラ job ジョブ jobs ジョブズ join ジョイン journal ジャーナル jpeg ジェイペグ jpg ジェイペグ jquery ジェイクエリー js ジェイエス
json ジェイソン jsonl ジェイソンエル jsx ジェイエスエックス julia ジュリア junit ジェイユニット jupyter ジュピター jwt ジェイダブリューティー k8s ケーハチエス kafka カフカ kernel カーネル
key キー keyboard キーボード keys キーズ keyword キーワード kill キル kind カインド kit キット kotlin コトリン kt ケーティー kube キューブ
kubectl クーベコントロール kubernetes クバネティス label ラベル labels ラベルズ lambda ラムダ lang ラング language ランゲージ laravel ララベル large ラージ last ラスト
latency レイテンシー latest レイテスト launch ローンチ layer レイヤー layers レイヤーズ layout レイアウト lazy レイジー leaf リーフ leak リーク left レフト
length レングス less レス level レベル lib リブ libraries ライブラリーズ library ライブラリー license ライセンス light ライト limit リミット limiter リミッター
limits リミッツ line ライン linear リニア lines ラインズ link リンク links リンクス linkedin リンクトイン lint リント linter リンター linux リナックス
list リスト listen リッスン listener リスナー listeners リスナーズ lists リスツ literal リテラル live ライブ llama ラマ llm エルエルエム llvm エルエルブイエム
load ロード loader ローダー loading ローディング local ローカル locale ロケール localhost ローカルホスト location ロケーション lock ロック lockfile ロックファイル locks ロックス
lodash ローダッシュ log ログ logger ロガー logging ロギング logic ロジック login ログイン logo ロゴ logout ログアウト logs ログズ long ロング
lookup ルックアップ loop ループ low ロー lru エルアールユー lua ルア lucene ルシーン machine マシン macos マックオーエス macro マクロ magic マジック
mail メール mailer メーラー main メイン make メイク makefile メイクファイル manage マネージ manager マネージャー manifest マニフェスト manual マニュアル map マップ
mapper マッパー mapping マッピング maps マップス margin マージン mariadb マリアディービー mark マーク markdown マークダウン master マスター match マッチ matcher マッチャー
material マテリアル math マス matrix マトリックス maven メイブン max マックス mcp エムシーピー md エムディー mean ミーン media メディア memo メモ
member メンバー members メンバーズ memory メモリー memcached メムキャッシュディー menu メニュー merge マージ mesh メッシュ message メッセージ messages メッセージズ meta メタ
metadata メタデータ method メソッド methods メソッズ metric メトリック metrics メトリクス microservice マイクロサービス microsoft マイクロソフト middleware ミドルウェア migrate マイグレート migration マイグレーション migrations マイグレーションズ
min ミニマム minify ミニファイ minikube ミニキューブ minute ミニット minutes ミニッツ missing ミッシング mjs エムジェイエス mobile モバイル mocha モカ mock モック
mocks モックス modal モーダル mode モード model モデル models モデルズ modified モディファイド modifier モディファイア modify モディファイ module モジュール modules モジュールズ
mongo モンゴ mongodb モンゴディービー mongoose マングース monitor モニター monitoring モニタリング mono モノ monorepo モノレポ month マンス mount マウント mouse マウス
move ムーブ mp3 エムピースリー mp4 エムピーフォー multi マルチ multipart マルチパート mutation ミューテーション mutex ミューテックス my マイ mysql マイエスキューエル n エヌ
name ネーム names ネームズ namespace ネームスペース native ネイティブ nav ナブ navbar ナブバー navigation ナビゲーション neovim ネオビム nest ネスト nestjs ネストジェイエス
net ネット netlify ネットリファイ network ネットワーク new ニュー next ネクスト nextjs ネクストジェイエス nginx エンジンエックス ngrok エングロック nil ニル no ノー
node ノード nodes ノーズ none ナン normal ノーマル normalize ノーマライズ not ノット note ノート notes ノーツ notification ノーティフィケーション notify ノーティファイ
notion ノーション npm エヌピーエム npx エヌピーエックス npmrc エヌピーエムアールシー nuget ヌゲット null ヌル nullable ヌラブル num ナンバー number ナンバー numbers ナンバーズ
numpy ナムパイ nuxt ナクスト nvidia エヌビディア nvm エヌブイエム oauth オーオース obj オブジェクト object オブジェクト objects オブジェクツ observer オブザーバー of オブ
off オフ offline オフライン offset オフセット ok オーケー okta オクタ old オールド on オン once ワンス one ワン online オンライン
only オンリー open オープン openai オープンエーアイ openapi オープンエーピーアイ openssl オープンエスエスエル operation オペレーション operator オペレーター opt オプト optimize オプティマイズ optimizer オプティマイザー
option オプション optional オプショナル options オプションズ or オア oracle オラクル order オーダー orders オーダーズ org オーグ origin オリジン orm オーアールエム
os オーエス out アウト outer アウター output アウトプット outputs アウトプッツ over オーバー overflow オーバーフロー overlay オーバーレイ override オーバーライド owner オーナー
pack パック package パッケージ packages パッケージズ packet パケット padding パディング page ページ pages ページズ pagination ページネーション pair ペア panda パンダ
pandas パンダス panel パネル panic パニック param パラム parameter パラメーター parameters パラメーターズ params パラムズ parent ペアレント parse パース parsed パースト
parser パーサー part パート partial パーシャル partition パーティション pass パス passed パスト password パスワード patch パッチ path パス paths パスズ
pattern パターン pause ポーズ pay ペイ payload ペイロード payment ペイメント payments ペイメンツ pdf ピーディーエフ peer ピア pem ペム pending ペンディング
per パー percent パーセント performance パフォーマンス perl パール permission パーミッション permissions パーミッションズ persist パーシスト phone フォン photo フォト php ピーエイチピー
phpunit ピーエイチピーユニット pick ピック pid ピーアイディー ping ピング pip ピップ pipe パイプ pipeline パイプライン pixel ピクセル pkg パッケージ placeholder プレースホルダー
plain プレーン plan プラン platform プラットフォーム play プレイ player プレイヤー playwright プレイライト plugin プラグイン plugins プラグインズ png ピング pnpm ピーエヌピーエム
pod ポッド pods ポッズ podman ポッドマン poetry ポエトリー point ポイント pointer ポインター policy ポリシー poll ポール polling ポーリング pool プール
pop ポップ popup ポップアップ port ポート portal ポータル ports ポーツ position ポジション post ポスト postgres ポストグレス postgresql ポストグレスキューエル posts ポスツ
power パワー powershell パワーシェル pr ピーアール pre プレ predict プレディクト preferences プリファレンシズ prefix プレフィックス prepare プリペア presenter プレゼンター preset プリセット
prettier プリティア prettierrc プリティアアールシー preview プレビュー price プライス prices プライシズ primary プライマリー print プリント printer プリンター prisma プリズマ priority プライオリティ
private プライベート process プロセス processor プロセッサー prod プロッド producer プロデューサー product プロダクト production プロダクション products プロダクツ profile プロファイル profiler プロファイラー
program プログラム progress プログレス project プロジェクト projects プロジェクツ prometheus プロメテウス promise プロミス promises プロミシズ prompt プロンプト prop プロップ properties プロパティーズ
property プロパティ props プロップス proto プロト protobuf プロトバフ protocol プロトコル prototype プロトタイプ provider プロバイダー proxy プロキシー ps ピーエス ps1 ピーエスワン
pub パブ public パブリック publish パブリッシュ publisher パブリッシャー pull プル pulumi プルミ purge パージ push プッシュ put プット py パイ
pydantic パイダンティック pypi パイピーアイ pyproject パイプロジェクト pytest パイテスト python パイソン pytorch パイトーチ qa キューエー query クエリー queries クエリーズ question クエスチョン
queue キュー queues キューズ quick クイック quota クオータ quote クオート r アール rabbitmq ラビットエムキュー race レース radio ラジオ rails レイルズ
rake レイク ram ラム rand ランド random ランダム range レンジ rank ランク rate レート raw ロー rb アールビー react リアクト
read リード reader リーダー readme リードミー ready レディ real リアル realtime リアルタイム rebase リベース receive レシーブ recent リーセント record レコード
records レコーズ recover リカバー recursive リカーシブ red レッド redirect リダイレクト redis レディス reduce リデュース reducer リデューサー redux リダックス ref レフ
refactor リファクター reference リファレンス refresh リフレッシュ refs レフス regex レジェックス region リージョン register レジスター registry レジストリー regression リグレッション reject リジェクト
relation リレーション release リリース releases リリーシズ reload リロード remote リモート remove リムーブ removed リムーブド rename リネーム render レンダー renderer レンダラー
rendering レンダリング repeat リピート replace リプレース replica レプリカ replicas レプリカズ reply リプライ repo リポ report レポート reporter レポーター reports レポーツ
repos リポズ repository リポジトリ req リクエスト request リクエスト requests リクエスツ require リクワイア required リクワイアド requirements リクワイアメンツ res レスポンス reset リセット
resize リサイズ resolve リゾルブ resolver リゾルバー resource リソース resources リソーシズ response レスポンス responses レスポンシズ rest レスト restart リスタート restore リストア
result リザルト results リザルツ resume レジューム retry リトライ retries リトライズ return リターン returns リターンズ revert リバート review レビュー reviewer レビュアー
revision リビジョン rewrite リライト rgb アールジービー right ライト role ロール roles ロールズ rollback ロールバック rollout ロールアウト rollup ロールアップ root ルート
route ルート router ルーター routes ルーツ routing ルーティング row ロー rows ローズ rs アールエス rspec アールスペック rsync アールシンク rtl アールティーエル
ruby ルビー ruff ラフ rule ルール rules ルールズ run ラン runner ランナー running ランニング runtime ランタイム rust ラスト s エス
s3 エススリー safari サファリ safe セーフ sample サンプル samples サンプルズ sandbox サンドボックス sass サス save セーブ saved セーブド scala スカラ
scale スケール scan スキャン scanner スキャナー schedule スケジュール scheduler スケジューラー schema スキーマ schemas スキーマズ scope スコープ score スコア screen スクリーン
screenshot スクリーンショット script スクリプト scripts スクリプツ scroll スクロール scss エスシーエスエス sdk エスディーケー search サーチ second セカンド seconds セカンズ secret シークレット
secrets シークレッツ section セクション security セキュリティ seed シード seeds シーズ segment セグメント select セレクト selector セレクター selenium セレニウム self セルフ
semaphore セマフォ send センド sender センダー sentry セントリー seo エスイーオー separator セパレーター sequence シーケンス serial シリアル serialize シリアライズ serializer シリアライザー
serve サーブ server サーバー servers サーバーズ serverless サーバーレス service サービス services サービシズ session セッション sessions セッションズ set セット setter セッター
setting セッティング settings セッティングズ setup セットアップ sh エスエイチ shadow シャドー shape シェイプ shard シャード share シェア shared シェアード sharding シャーディング
shell シェル shift シフト ship シップ shop ショップ short ショート shortcut ショートカット show ショー shuffle シャッフル side サイド sidebar サイドバー
sign サイン signal シグナル signature シグネチャー signin サインイン signup サインアップ silent サイレント simple シンプル single シングル singleton シングルトン site サイト
size サイズ skip スキップ slack スラック slash スラッシュ sleep スリープ slice スライス slider スライダー slot スロット slow スロー slug スラッグ
small スモール smoke スモーク smtp エスエムティーピー snapshot スナップショット snippet スニペット so エスオー social ソーシャル socket ソケット sockets ソケッツ solid ソリッド
solution ソリューション sort ソート sorted ソーテッド source ソース space スペース spam スパム span スパン spark スパーク spawn スポーン spec スペック
specs スペックス speech スピーチ speed スピード spinner スピナー split スプリット spring スプリング sprint スプリント sql エスキューエル sqlite エスキューライト square スクエア
src ソース ssh エスエスエイチ ssl エスエスエル ssr エスエスアール stable ステーブル stack スタック staff スタッフ stage ステージ staging ステージング standard スタンダード
star スター start スタート starter スターター startup スタートアップ stash スタッシュ stat スタット state ステート statement ステートメント states ステーツ static スタティック
stats スタッツ status ステータス std エスティーディー stderr スタンダードエラー stdin スタンダードイン stdout スタンダードアウト step ステップ steps ステップス stop ストップ storage ストレージ
store ストア stories ストーリーズ story ストーリー storybook ストーリーブック str ストリング strategy ストラテジー stream ストリーム streaming ストリーミング streams ストリームズ strict ストリクト
string ストリング strings ストリングズ strip ストリップ stripe ストライプ struct ストラクト structure ストラクチャー stub スタブ style スタイル styles スタイルズ sub サブ
submit サブミット submodule サブモジュール subnet サブネット subscribe サブスクライブ subscriber サブスクライバー subscription サブスクリプション success サクセス sudo スードゥー suffix サフィックス suite スイート
sum サム summary サマリー supabase スパベース super スーパー support サポート svelte スベルト svg エスブイジー swagger スワッガー swap スワップ swift スウィフト
switch スイッチ symbol シンボル symlink シムリンク sync シンク syntax シンタックス sys シス system システム systemd システムディー t ティー tab タブ
table テーブル tables テーブルズ tabs タブズ tag タグ tags タグズ tail テイル tailwind テイルウィンド tar ター target ターゲット task タスク
tasks タスクス tcp ティーシーピー team チーム teams チームズ telegram テレグラム temp テンプ template テンプレート templates テンプレーツ temporary テンポラリー tenant テナント
tensor テンソル tensorflow テンソルフロー term ターム terminal ターミナル terraform テラフォーム test テスト tester テスター testing テスティング tests テスツ text テキスト
tf ティーエフ theme テーマ themes テーマズ then ゼン thread スレッド threads スレッズ threshold スレッショルド throttle スロットル throw スロー thumbnail サムネイル
ticket チケット tick ティック time タイム timeline タイムライン timeout タイムアウト timer タイマー timestamp タイムスタンプ timezone タイムゾーン title タイトル tls ティーエルエス
tmp テンポラリー to トゥー toast トースト todo トゥードゥー todos トゥードゥーズ toggle トグル token トークン tokenizer トークナイザー tokens トークンズ toml トムル
tool ツール toolbar ツールバー tools ツールズ tooltip ツールチップ top トップ topic トピック total トータル touch タッチ tox トックス trace トレース
track トラック tracker トラッカー tracing トレーシング trade トレード train トレイン trainer トレーナー transaction トランザクション transactions トランザクションズ transfer トランスファー transform トランスフォーム
transformer トランスフォーマー translate トランスレート translation トランスレーション transport トランスポート trash トラッシュ tree ツリー trigger トリガー trim トリム true トゥルー truncate トランケート
try トライ ts ティーエス tsconfig ティーエスコンフィグ tsc ティーエスシー tslint ティーエスリント tsv ティーエスブイ tsx ティーエスエックス tune チューン tuple タプル turbo ターボ
twitter ツイッター two ツー txt テキスト type タイプ typed タイプド types タイプス typescript タイプスクリプト typing タイピング typo タイポ ubuntu ウブントゥ
udp ユーディーピー ui ユーアイ uid ユーアイディー undefined アンディファインド undo アンドゥー unicode ユニコード union ユニオン unique ユニーク unit ユニット units ユニッツ
unix ユニックス unknown アンノウン unlock アンロック unmount アンマウント unsafe アンセーフ unused アンユーズド up アップ update アップデート updated アップデーテッド updater アップデーター
updates アップデーツ upgrade アップグレード upload アップロード uploader アップローダー upstream アップストリーム uri ユーアールアイ url ユーアールエル urls ユーアールエルズ usage ユーセージ use ユーズ
user ユーザー username ユーザーネーム users ユーザーズ usb ユーエスビー utf ユーティーエフ util ユーティル utility ユーティリティ utilities ユーティリティーズ utils ユーティルズ uuid ユーユーアイディー
ux ユーエックス v ブイ vagrant ベイグラント valid バリッド validate バリデート validation バリデーション validator バリデーター validators バリデーターズ value バリュー values バリューズ
var バー variable バリアブル variables バリアブルズ variant バリアント vault ボルト vector ベクター vendor ベンダー vercel バーセル verify ベリファイ version バージョン
versions バージョンズ video ビデオ view ビュー viewer ビューアー views ビューズ viewport ビューポート vim ビム virtual バーチャル visible ビジブル visitor ビジター
visual ビジュアル vite ヴィート vitest ヴィテスト vm ブイエム vocab ボキャブ voice ボイス void ボイド volume ボリューム volumes ボリュームズ vpn ブイピーエヌ
vs ブイエス vscode ブイエスコード vue ビュー vuex ビューエックス wait ウェイト walk ウォーク wallet ウォレット warn ウォーン warning ワーニング warnings ワーニングズ
wasm ワズム watch ウォッチ watcher ウォッチャー wav ウェーブ web ウェブ webassembly ウェブアセンブリ webhook ウェブフック webhooks ウェブフックス webkit ウェブキット webp ウェッピー
webpack ウェブパック webrtc ウェブアールティーシー website ウェブサイト websocket ウェブソケット week ウィーク weight ウェイト weights ウェイツ wheel ホイール while ホワイル white ホワイト
whitespace ホワイトスペース widget ウィジェット widgets ウィジェッツ width ウィズス wiki ウィキ wildcard ワイルドカード window ウィンドウ windows ウィンドウズ with ウィズ word ワード
words ワーズ wordpress ワードプレス work ワーク worker ワーカー workers ワーカーズ workflow ワークフロー workflows ワークフローズ workspace ワークスペース world ワールド wrap ラップ
wrapper ラッパー write ライト writer ライター wsl ダブリューエスエル www ダブリューダブリューダブリュー x エックス x86 エックスハチロク xcode エックスコード xml エックスエムエル xss エックスエスエス
y ワイ yaml ヤムル yarn ヤーン year イヤー years イヤーズ yes イエス yield イールド yml ヤムル you ユー youtube ユーチューブ
z ゼット zero ゼロ zig ジグ zip ジップ zod ゾッド zone ゾーン zoom ズーム zsh ゼットシェル zshrc ゼットシェルアールシー zustand ツスタンド
)";

}  // namespace sotto::text
