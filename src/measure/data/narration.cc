// Held-out sentences of tools/narrator/corpus (short, medium, long), and what is hard for a reader
// or a network (edge): set TAB English TAB Japanese. Changing a line makes runs before and after it
// incomparable there: add lines rather.
#include "measure/data/narration.h"

namespace sotto::measure {

const std::string_view kNarration = R"TSV(
short	That brings me to the last point.	ここで最後の点に移ります。
short	The counter wraps around after about two billion.	カウンタは約20億を超えると、桁あふれします。
short	The classifier confuses invoices with receipts.	分類器が、請求書と領収書を混同しています。
short	Our shipping calculator ignores public holidays.	配送の計算が祝日を考慮していません。
short	That usually hints at undefined behavior somewhere.	そういう場合は、たいていどこかに未定義動作があります。
short	Pressing Enter now searches without any delay.	Enterを押すと、待たずに検索するようになりました。
short	No tracking script loads before the visitor decides.	訪問者が選ぶまで、追跡用のスクリプトは読み込まれません。
short	I made the sidebar collapsible with plain CSS.	サイドバーを、CSSだけで折りたためるようにしました。
short	Everything up to the upload step works.	アップロードの手前まではすべて動いています。
short	Two lint plugins disagree about the quotes.	引用符について、2つのlintプラグインの設定が食い違っています。
short	Which package manager does your team prefer?	チームでは、どのパッケージマネージャーを使いたいですか？
short	The certificate runs out on Friday.	証明書の有効期限は金曜日に切れます。
medium	The password field is copied into the audit log, which we should stop immediately.	パスワード欄の内容が監査ログにコピーされているので、すぐに止めるべきです。
medium	I am not certain that the order of the events is guaranteed.	イベントの順序が保証されているかどうか、確信がありません。
medium	After sorting the events by time, the missing one became obvious.	イベントを時刻順に並べたら、足りないものがはっきりしました。
medium	The chart shows local time, while the table below it shows UTC.	グラフは現地時間で表示されていますが、その下の表はUTCです。
medium	The currency symbol ends up on the wrong side of the amount.	通貨記号が金額の反対側に付いてしまいます。
medium	There's another one that supports it, and the interface is nearly the same.	対応しているものがほかにあり、インターフェースもほぼ同じです。
medium	I split the big table into three, which makes the form much easier to read.	大きな表を3つに分けたので、フォームがずっと読みやすくなりました。
medium	The staging cluster runs an older version than production, so results may not carry over.	ステージングのクラスターは本番より古いバージョンなので、結果がそのまま当てはまらないかもしれません。
medium	The borrow checker objects to this for a good reason.	借用チェッカーがこれを拒むのには、もっともな理由があります。
medium	To sum up, three bugs fixed, one postponed, and no open questions.	まとめると、修正したバグが3件、先送りが1件、未解決の疑問はありません。
medium	A missing init process leaves zombie processes in the container.	initプロセスがないため、コンテナ内にゾンビプロセスが残ります。
medium	I had to annotate the callback because its parameter was implicitly any.	コールバックのパラメータが暗黙のany型だったので、注釈を付ける必要がありました。
long	I turned the retry off on purpose, since sending the same payment twice would be far worse than failing once.	同じ支払いを2回送信するほうが1回の失敗よりずっと深刻なので、再試行は意図的に無効にしました。
long	The alarm fires every night at two, right when the archive job starts, so I suspect the disk rather than the application.	毎晩2時の、ちょうどアーカイブのジョブが始まる時刻に警報が出るので、アプリケーションではなくディスクを疑っています。
long	The invoice numbers have gaps, because a number is reserved when the form is opened and is not given back when the user cancels.	請求書の番号が飛んでいるのは、フォームを開いたときに番号が確保され、キャンセルしても戻されないからです。
long	We can save the answer of the slow service for an hour, because nobody needs it more precisely, and that takes most of the load away.	遅いサービスの応答は、それ以上の正確さは誰にも必要ないので、1時間保存できます。それで負荷の大部分がなくなります。
long	I read the specification twice, and it clearly says that spaces are allowed here, so our validator is stricter than it should be.	仕様書を2回読みましたが、ここでは空白が許されるとはっきり書かれているので、私たちのバリデーターは必要以上に厳しいです。
long	We looked for the tortoise all morning, and just as we were about to give up, my daughter found it asleep in her boot.	午前中ずっとカメを探し、諦めかけたちょうどそのとき、娘が自分の長靴の中で眠っているのを見つけました。
long	He moved to the countryside for the silence, but the frogs in the pond are so loud that he sleeps with earplugs now.	彼は静けさを求めて田舎に引っ越しましたが、池のカエルがうるさくて、今は耳栓をして寝ています。
long	You can leave your luggage at the reception, but take your passport with you, because nobody watches the room during lunch.	荷物は受付に預けられますが、昼食の間は部屋を見ている人がいないので、パスポートは持って行ってください。
edge	Done.	完了しました。
edge	All 42 tests pass now.	42件のテストがすべて通りました。
edge	Let me look at src/auth/login.ts.	src/auth/login.tsを見てみます。
edge	The login endpoint returns 401 instead of 200.	ログインのエンドポイントが200ではなく401を返します。
edge	Run `npm install --save-dev` again?	もう一度npm install --save-devを実行しますか？
edge	Version 2.13.0-rc.1 is 3.5% faster.	バージョン2.13.0-rc.1は3.5%高速です。
edge	WARNING: THIS DELETES THE DATABASE!	警告：データベースが削除されます！
edge	See https://example.com/docs#install for details.	詳しくはhttps://example.com/docs#installをご覧ください。
)TSV";

}  // namespace sotto::measure
