// The languages of NLLB-200 and their ISO 639 codes.
#pragma once

#include <string_view>

namespace sotto {

struct LanguageRow {
  std::string_view flores, iso;
};

// In the order of NLLB's vocabulary (alphabetical by older names of some languages). ISO 639-1
// where there is one, else ISO 639-3; an individual language that stands for its macrolanguage
// (arb: ar, pes: fa, swh: sw) carries the code of the latter.
inline constexpr LanguageRow kLanguages[] = {
    {"ace_Arab", "ace"}, {"ace_Latn", "ace"}, {"acm_Arab", "acm"}, {"acq_Arab", "acq"},
    {"aeb_Arab", "aeb"}, {"afr_Latn", "af"},  {"ajp_Arab", "ajp"}, {"aka_Latn", "ak"},
    {"amh_Ethi", "am"},  {"apc_Arab", "apc"}, {"arb_Arab", "ar"},  {"ars_Arab", "ars"},
    {"ary_Arab", "ary"}, {"arz_Arab", "arz"}, {"asm_Beng", "as"},  {"ast_Latn", "ast"},
    {"awa_Deva", "awa"}, {"ayr_Latn", "ay"},  {"azb_Arab", "azb"}, {"azj_Latn", "az"},
    {"bak_Cyrl", "ba"},  {"bam_Latn", "bm"},  {"ban_Latn", "ban"}, {"bel_Cyrl", "be"},
    {"bem_Latn", "bem"}, {"ben_Beng", "bn"},  {"bho_Deva", "bho"}, {"bjn_Arab", "bjn"},
    {"bjn_Latn", "bjn"}, {"bod_Tibt", "bo"},  {"bos_Latn", "bs"},  {"bug_Latn", "bug"},
    {"bul_Cyrl", "bg"},  {"cat_Latn", "ca"},  {"ceb_Latn", "ceb"}, {"ces_Latn", "cs"},
    {"cjk_Latn", "cjk"}, {"ckb_Arab", "ckb"}, {"crh_Latn", "crh"}, {"cym_Latn", "cy"},
    {"dan_Latn", "da"},  {"deu_Latn", "de"},  {"dik_Latn", "dik"}, {"dyu_Latn", "dyu"},
    {"dzo_Tibt", "dz"},  {"ell_Grek", "el"},  {"eng_Latn", "en"},  {"epo_Latn", "eo"},
    {"est_Latn", "et"},  {"eus_Latn", "eu"},  {"ewe_Latn", "ee"},  {"fao_Latn", "fo"},
    {"pes_Arab", "fa"},  {"fij_Latn", "fj"},  {"fin_Latn", "fi"},  {"fon_Latn", "fon"},
    {"fra_Latn", "fr"},  {"fur_Latn", "fur"}, {"fuv_Latn", "ff"},  {"gla_Latn", "gd"},
    {"gle_Latn", "ga"},  {"glg_Latn", "gl"},  {"grn_Latn", "gn"},  {"guj_Gujr", "gu"},
    {"hat_Latn", "ht"},  {"hau_Latn", "ha"},  {"heb_Hebr", "he"},  {"hin_Deva", "hi"},
    {"hne_Deva", "hne"}, {"hrv_Latn", "hr"},  {"hun_Latn", "hu"},  {"hye_Armn", "hy"},
    {"ibo_Latn", "ig"},  {"ilo_Latn", "ilo"}, {"ind_Latn", "id"},  {"isl_Latn", "is"},
    {"ita_Latn", "it"},  {"jav_Latn", "jv"},  {"jpn_Jpan", "ja"},  {"kab_Latn", "kab"},
    {"kac_Latn", "kac"}, {"kam_Latn", "kam"}, {"kan_Knda", "kn"},  {"kas_Arab", "ks"},
    {"kas_Deva", "ks"},  {"kat_Geor", "ka"},  {"knc_Arab", "kr"},  {"knc_Latn", "kr"},
    {"kaz_Cyrl", "kk"},  {"kbp_Latn", "kbp"}, {"kea_Latn", "kea"}, {"khm_Khmr", "km"},
    {"kik_Latn", "ki"},  {"kin_Latn", "rw"},  {"kir_Cyrl", "ky"},  {"kmb_Latn", "kmb"},
    {"kon_Latn", "kg"},  {"kor_Hang", "ko"},  {"kmr_Latn", "ku"},  {"lao_Laoo", "lo"},
    {"lvs_Latn", "lv"},  {"lij_Latn", "lij"}, {"lim_Latn", "li"},  {"lin_Latn", "ln"},
    {"lit_Latn", "lt"},  {"lmo_Latn", "lmo"}, {"ltg_Latn", "ltg"}, {"ltz_Latn", "lb"},
    {"lua_Latn", "lua"}, {"lug_Latn", "lg"},  {"luo_Latn", "luo"}, {"lus_Latn", "lus"},
    {"mag_Deva", "mag"}, {"mai_Deva", "mai"}, {"mal_Mlym", "ml"},  {"mar_Deva", "mr"},
    {"min_Latn", "min"}, {"mkd_Cyrl", "mk"},  {"plt_Latn", "mg"},  {"mlt_Latn", "mt"},
    {"mni_Beng", "mni"}, {"khk_Cyrl", "mn"},  {"mos_Latn", "mos"}, {"mri_Latn", "mi"},
    {"zsm_Latn", "ms"},  {"mya_Mymr", "my"},  {"nld_Latn", "nl"},  {"nno_Latn", "nn"},
    {"nob_Latn", "nb"},  {"npi_Deva", "ne"},  {"nso_Latn", "nso"}, {"nus_Latn", "nus"},
    {"nya_Latn", "ny"},  {"oci_Latn", "oc"},  {"gaz_Latn", "om"},  {"ory_Orya", "or"},
    {"pag_Latn", "pag"}, {"pan_Guru", "pa"},  {"pap_Latn", "pap"}, {"pol_Latn", "pl"},
    {"por_Latn", "pt"},  {"prs_Arab", "prs"}, {"pbt_Arab", "ps"},  {"quy_Latn", "qu"},
    {"ron_Latn", "ro"},  {"run_Latn", "rn"},  {"rus_Cyrl", "ru"},  {"sag_Latn", "sg"},
    {"san_Deva", "sa"},  {"sat_Beng", "sat"}, {"scn_Latn", "scn"}, {"shn_Mymr", "shn"},
    {"sin_Sinh", "si"},  {"slk_Latn", "sk"},  {"slv_Latn", "sl"},  {"smo_Latn", "sm"},
    {"sna_Latn", "sn"},  {"snd_Arab", "sd"},  {"som_Latn", "so"},  {"sot_Latn", "st"},
    {"spa_Latn", "es"},  {"als_Latn", "sq"},  {"srd_Latn", "sc"},  {"srp_Cyrl", "sr"},
    {"ssw_Latn", "ss"},  {"sun_Latn", "su"},  {"swe_Latn", "sv"},  {"swh_Latn", "sw"},
    {"szl_Latn", "szl"}, {"tam_Taml", "ta"},  {"tat_Cyrl", "tt"},  {"tel_Telu", "te"},
    {"tgk_Cyrl", "tg"},  {"tgl_Latn", "tl"},  {"tha_Thai", "th"},  {"tir_Ethi", "ti"},
    {"taq_Latn", "taq"}, {"taq_Tfng", "taq"}, {"tpi_Latn", "tpi"}, {"tsn_Latn", "tn"},
    {"tso_Latn", "ts"},  {"tuk_Latn", "tk"},  {"tum_Latn", "tum"}, {"tur_Latn", "tr"},
    {"twi_Latn", "tw"},  {"tzm_Tfng", "tzm"}, {"uig_Arab", "ug"},  {"ukr_Cyrl", "uk"},
    {"umb_Latn", "umb"}, {"urd_Arab", "ur"},  {"uzn_Latn", "uz"},  {"vec_Latn", "vec"},
    {"vie_Latn", "vi"},  {"war_Latn", "war"}, {"wol_Latn", "wo"},  {"xho_Latn", "xh"},
    {"ydd_Hebr", "yi"},  {"yor_Latn", "yo"},  {"yue_Hant", "yue"}, {"zho_Hans", "zh"},
    {"zho_Hant", "zh"},  {"zul_Latn", "zu"},
};

// Codes that name a language without being its code in the table, and the script that a plain code
// means where the table has two.
inline constexpr LanguageRow kLanguageAliases[] = {
    // flores, alias
    {"ace_Latn", "ace"}, {"bjn_Latn", "bjn"}, {"kas_Arab", "ks"},  {"kas_Arab", "kas"},
    {"knc_Latn", "kr"},  {"knc_Latn", "knc"}, {"taq_Latn", "taq"}, {"zho_Hans", "zh"},
    {"zho_Hans", "zho"}, {"nob_Latn", "no"},  {"heb_Hebr", "iw"},  {"ind_Latn", "in"},
    {"ydd_Hebr", "ji"},  {"jav_Latn", "jw"},  {"tgl_Latn", "fil"}, {"zho_Hans", "cmn"},
    {"arb_Arab", "ara"}, {"pes_Arab", "fas"}, {"zsm_Latn", "msa"}, {"swh_Latn", "swa"},
    {"azj_Latn", "aze"}, {"uzn_Latn", "uzb"}, {"kmr_Latn", "kur"}, {"npi_Deva", "nep"},
    {"ory_Orya", "ori"}, {"pbt_Arab", "pus"}, {"plt_Latn", "mlg"}, {"khk_Cyrl", "mon"},
    {"lvs_Latn", "lav"}, {"als_Latn", "sqi"}, {"ydd_Hebr", "yid"}, {"quy_Latn", "que"},
    {"ayr_Latn", "aym"}, {"gaz_Latn", "orm"}, {"fuv_Latn", "ful"}, {"knc_Latn", "kau"},
    {"nob_Latn", "nor"}, {"dik_Latn", "din"}, {"est_Latn", "ekk"}, {"taq_Latn", "tmh"},
};

}  // namespace sotto
