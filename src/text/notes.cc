#include "text/notes.h"

#include <array>
#include <cstddef>

namespace sotto::text {
namespace {

struct NoteRow {
  std::string_view code;                  // ISO 639, or FLORES-200 where a language has two scripts
  std::array<std::string_view, 6> notes;  // in the order of Note
};

// Languages that voices speak here; English first.
constexpr auto kNoteRows = std::to_array<NoteRow>({
    {"en",
     {"Code omitted.", "Table omitted.", "The run failed.", "The run ended after too many turns.",
      "The run ended because it cost too much.", "The answer is structured data."}},
    {"ja",
     {"コードは省略しました。", "表は省略しました。", "実行に失敗しました。",
      "ターン数が多すぎるため、実行を終了しました。",
      "費用が上限を超えたため、実行を終了しました。", "回答は構造化データです。"}},
    {"de",
     {"Code ausgelassen.", "Tabelle ausgelassen.", "Der Lauf ist fehlgeschlagen.",
      "Der Lauf endete nach zu vielen Schritten.", "Der Lauf endete, weil er zu teuer wurde.",
      "Die Antwort besteht aus strukturierten Daten."}},
    {"fr",
     {"Code omis.", "Tableau omis.", "L'exécution a échoué.",
      "L'exécution s'est arrêtée après trop de tours.",
      "L'exécution s'est arrêtée car elle coûtait trop cher.",
      "La réponse est constituée de données structurées."}},
    {"es",
     {"Código omitido.", "Tabla omitida.", "La ejecución ha fallado.",
      "La ejecución terminó tras demasiados turnos.",
      "La ejecución terminó porque costaba demasiado.",
      "La respuesta consiste en datos estructurados."}},
    {"it",
     {"Codice omesso.", "Tabella omessa.", "L'esecuzione non è riuscita.",
      "L'esecuzione è terminata dopo troppi turni.",
      "L'esecuzione è terminata perché costava troppo.",
      "La risposta consiste in dati strutturati."}},
    {"pt",
     {"Código omitido.", "Tabela omitida.", "A execução falhou.",
      "A execução terminou depois de turnos demais.", "A execução terminou porque custava demais.",
      "A resposta consiste em dados estruturados."}},
    {"zh",
     {"代码已省略。", "表格已省略。", "运行失败。", "轮次过多，运行已结束。",
      "费用过高，运行已结束。", "回答是结构化数据。"}},
    {"zho_Hant",
     {"程式碼已省略。", "表格已省略。", "執行失敗。", "輪次過多，執行已結束。",
      "費用過高，執行已結束。", "回答是結構化資料。"}},
    {"yue_Hant",
     {"程式碼已省略。", "表格已省略。", "執行失敗。", "輪次太多，執行已經結束。",
      "費用太高，執行已經結束。", "回答係結構化資料。"}},
    {"ko",
     {"코드는 생략했습니다.", "표는 생략했습니다.", "실행에 실패했습니다.",
      "턴이 너무 많아 실행을 마쳤습니다.", "비용이 너무 커서 실행을 마쳤습니다.",
      "답변은 구조화된 데이터입니다."}},
    {"ru",
     {"Код пропущен.", "Таблица пропущена.", "Выполнение завершилось ошибкой.",
      "Выполнение остановлено: слишком много шагов.",
      "Выполнение остановлено: слишком большие расходы.",
      "Ответ представляет собой структурированные данные."}},
    {"nl",
     {"Code weggelaten.", "Tabel weggelaten.", "De uitvoering is mislukt.",
      "De uitvoering is gestopt na te veel beurten.",
      "De uitvoering is gestopt omdat ze te duur werd.",
      "Het antwoord bestaat uit gestructureerde gegevens."}},
    {"pl",
     {"Pominięto kod.", "Pominięto tabelę.", "Wykonanie nie powiodło się.",
      "Wykonanie zakończono po zbyt wielu turach.",
      "Wykonanie zakończono, ponieważ kosztowało zbyt dużo.", "Odpowiedź to dane strukturalne."}},
    {"tr",
     {"Kod atlandı.", "Tablo atlandı.", "Çalıştırma başarısız oldu.",
      "Çalıştırma çok fazla turdan sonra sona erdi.",
      "Çalıştırma çok pahalıya mal olduğu için sona erdi.", "Yanıt, yapılandırılmış veridir."}},
    {"cs",
     {"Kód vynechán.", "Tabulka vynechána.", "Běh selhal.", "Běh skončil po příliš mnoha krocích.",
      "Běh skončil, protože byl příliš drahý.", "Odpověď tvoří strukturovaná data."}},
    {"hu",
     {"A kód kimaradt.", "A táblázat kimaradt.", "A futtatás nem sikerült.",
      "A futtatás túl sok kör után véget ért.", "A futtatás véget ért, mert túl sokba került.",
      "A válasz strukturált adat."}},
    {"sv",
     {"Koden är utelämnad.", "Tabellen är utelämnad.", "Körningen misslyckades.",
      "Körningen avslutades efter för många turer.",
      "Körningen avslutades eftersom den kostade för mycket.",
      "Svaret består av strukturerade data."}},
    {"da",
     {"Koden er udeladt.", "Tabellen er udeladt.", "Kørslen mislykkedes.",
      "Kørslen sluttede efter for mange ture.", "Kørslen sluttede, fordi den kostede for meget.",
      "Svaret består af strukturerede data."}},
    {"nb",
     {"Koden er utelatt.", "Tabellen er utelatt.", "Kjøringen mislyktes.",
      "Kjøringen ble avsluttet etter for mange turer.",
      "Kjøringen ble avsluttet fordi den kostet for mye.", "Svaret består av strukturerte data."}},
    {"fi",
     {"Koodi jätettiin pois.", "Taulukko jätettiin pois.", "Suoritus epäonnistui.",
      "Suoritus päättyi liian monen kierroksen jälkeen.",
      "Suoritus päättyi, koska se maksoi liikaa.", "Vastaus on rakenteista dataa."}},
    {"el",
     {"Ο κώδικας παραλείφθηκε.", "Ο πίνακας παραλείφθηκε.", "Η εκτέλεση απέτυχε.",
      "Η εκτέλεση σταμάτησε μετά από πάρα πολλούς γύρους.",
      "Η εκτέλεση σταμάτησε επειδή κόστιζε πάρα πολύ.",
      "Η απάντηση αποτελείται από δομημένα δεδομένα."}},
    {"uk",
     {"Код пропущено.", "Таблицю пропущено.", "Виконання завершилося помилкою.",
      "Виконання зупинено: забагато кроків.", "Виконання зупинено: завеликі витрати.",
      "Відповідь складається зі структурованих даних."}},
    {"ar",
     {"تم حذف الكود.", "تم حذف الجدول.", "فشل التنفيذ.",
      "انتهى التنفيذ بعد عدد كبير جدا من الأدوار.", "انتهى التنفيذ لأنه كلف أكثر من اللازم.",
      "الإجابة عبارة عن بيانات منظمة."}},
    {"he",
     {"הקוד הושמט.", "הטבלה הושמטה.", "ההרצה נכשלה.", "ההרצה הסתיימה אחרי יותר מדי סבבים.",
      "ההרצה הסתיימה כי עלתה יותר מדי.", "התשובה היא נתונים מובנים."}},
    {"hi",
     {"कोड छोड़ दिया गया।", "तालिका छोड़ दी गई।", "रन विफल रहा।", "बहुत अधिक चरणों के बाद रन समाप्त हुआ।",
      "बहुत अधिक खर्च के कारण रन समाप्त हुआ।", "उत्तर संरचित डेटा है।"}},
    {"ms",
     {"Kod ditinggalkan.", "Jadual ditinggalkan.", "Pelaksanaan gagal.",
      "Pelaksanaan tamat selepas terlalu banyak pusingan.",
      "Pelaksanaan tamat kerana kosnya terlalu tinggi.", "Jawapannya ialah data berstruktur."}},
    {"sw",
     {"Msimbo umeachwa.", "Jedwali limeachwa.", "Utekelezaji umeshindwa.",
      "Utekelezaji umeisha baada ya zamu nyingi mno.",
      "Utekelezaji umeisha kwa sababu ya gharama kubwa mno.", "Jibu ni data iliyopangwa."}},
});

}  // namespace

std::string_view note_text(Note note, const Language& language) {
  const NoteRow* found = &kNoteRows.front();
  for (const NoteRow& row : kNoteRows) {
    if (row.code == language.flores) {
      found = &row;
      break;
    }
    if (row.code == language.iso) found = &row;
  }
  return found->notes[static_cast<size_t>(note)];
}

}  // namespace sotto::text
