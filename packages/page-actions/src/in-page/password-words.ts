/** How labels of one language say that a field is for a password, or for something else. */
export interface PasswordWords {
  /** ISO 639-1. */
  readonly language: string;
  readonly password: RegExp;
  /** The words beside it in the label of such a field, each as a whole. */
  readonly beside: RegExp;
  /** Beginning of a word for a password: it counts for what may not be recorded. Default: none. */
  readonly stem?: RegExp;
  /** Words of a search field, and of other fields that show what they hold. */
  readonly other: RegExp;
}

export const passwordWords: readonly PasswordWords[] = [
  {
    language: 'en',
    password: /pass[\s_-]?word|passwd|pwd|pass[\s_-]?phrase|pass[\s_-]?code/,
    beside:
      /your|my|the|an?|this|for|new|current|old|existing|previous|confirm|confirmation|verify|repeat|retype|re|enter|again|type|choose|create|set|account|login|log|user|admin|master|sign|site|required|optional|please|min|minimum|at|least|or|more|characters|chars/,
    stem: /passw/,
    other: /search|(?<!\p{L})(?:q|query|comment|message|note)(?!\p{L})/u,
  },
  {
    language: 'de',
    password: /pass[\s_-]?wort|kennwort/,
    beside:
      /ihr|dein|mein|das|neues?|altes|aktuelles|bisheriges|bestätigen|wiederholen|wiederholung|eingeben|erneut|bitte|benutzer|anmelde|zeichen|pflichtfeld/,
    other: /such(?:e|en)\b/,
  },
  {
    language: 'es',
    password: /contrase[ñn]a/,
    beside:
      /tu|su|la|nueva|actual|antigua|confirmar?|repetir|repite|introduce|introduzca|ingresa|ingrese|escribe/,
    other: /busca/,
  },
  {
    language: 'pt',
    password: /senha|palavra[\s-]passe/,
    beside: /sua|nova|atual|confirmar?|repita|digite|insira|introduza/,
    other: /busca|procura|pesquis/,
  },
  {
    language: 'fr',
    password: /mot[\s_-]?de[\s_-]?passe|mdp/,
    beside:
      /votre|ton|le|nouveau|actuel|ancien|confirmer|confirmez|répéter|répétez|saisir|saisissez|entrez|de|du/,
    other: /cherch/,
  },
  {
    language: 'it',
    password: /parola/,
    beside: /la|tua|nuova|attuale|vecchia|conferma|ripeti|inserisci/,
    other: /(?<!\p{L})(?:cerca|trova)/u,
  },
  {
    language: 'ro',
    password: /parola/,
    beside: /nouă|actuală|confirmă|confirmați|repetă|introduceți/,
    other: /(?<!\p{L})c[aă]ut/u,
  },
  {
    language: 'nl',
    password: /wachtwoord/,
    beside: /uw|je|jouw|het|nieuwe?|huidige?|oude?|bevestig(?:en)?|herhaal|voer|in/,
    other: /zoek/,
  },
  {
    language: 'da',
    password: /adgangskoden?|kodeord(?:et)?/,
    beside: /di[nt]|nye?|nuværende|bekræft|gentag|indtast|angi|skriv/,
    other: /s[øö][gk]/,
  },
  {
    language: 'no',
    password: /passord(?:et)?/,
    beside: /ditt|nytt|nåværende|bekreft|gjenta|angi|skriv/,
    other: /s[øö][gk]/,
  },
  {
    language: 'sv',
    password: /l[öo]senord(?:et)?/,
    beside: /ditt|nytt|nuvarande|gammalt|bekräfta|upprepa|ange|skriv/,
    other: /s[øö][gk]/,
  },
  {
    language: 'fi',
    password: /salasana(?:si)?/,
    beside: /uusi|nykyinen|vanha|vahvista|toista|anna/,
    other: /(?<!\p{L})(?:etsi|haku)/u,
  },
  {
    language: 'pl',
    password: /has[łl][oa]/,
    beside: /twoje|nowe|obecne|stare|powtórz|potwierdź|wpisz|podaj|wprowadź/,
    other: /szuka/,
  },
  {
    language: 'cs',
    password: /hesl[oa]/,
    beside: /vaše|nové|současné|staré|potvrzení|potvrďte|zopakujte|zadejte/,
    other: /hled[ae]/,
  },
  {
    language: 'sk',
    password: /hesl[oa]/,
    beside: /vaše|nové|staré|potvrďte|zopakujte|zadajte/,
    other: /hľada/,
  },
  {
    language: 'hu',
    password: /jelsz(?:avad|avát|[óo])/,
    beside: /új|régi|jelenlegi|megerősítése|ismét|adja|meg/,
    stem: /jelsz/,
    other: /keres/,
  },
  {
    language: 'tr',
    password: /[şs]ifre(?:niz)?|parola/,
    beside: /yeni|mevcut|eski|tekrar[ıi]?|onayla|onayı|girin|i/,
    other: /(?<!\p{L})ara(?:ma)?(?!\p{L})/u,
  },
  {
    language: 'ru',
    password: /парол[ья]/,
    beside: /ваш|новый|текущий|старый|подтвердите|подтверждение|повторите|введите|нового/,
    other: /поиск|найти/,
  },
  {
    language: 'zh',
    password: /密码|密碼|口令/,
    beside: /请|請|输入|輸入|再次|确认|確認|新|旧|舊|当前|當前|登录|登入|登錄|您|你|的|设置|設定/,
    other: /搜索|搜尋|查找/,
  },
  {
    language: 'ja',
    password: /パスワード/,
    beside: /入力|再入力|確認|新しい|現在|の|を|用|ログイン/,
    other: /検索/,
  },
  {
    language: 'ko',
    password: /비밀번호/,
    beside: /새|현재|확인|입력|다시|을|를|하세요|로그인|기존/,
    other: /검색/,
  },
  {
    language: 'he',
    password: /סיסמ[הא]/,
    beside: /אימות|חדשה|נוכחית|הזן/,
    stem: /סיסמ/,
    other: /חיפוש/,
  },
  {
    language: 'ar',
    password: /كلمة (?:ال)?(?:مرور|سر)/,
    beside: /تأكيد|الجديدة|الحالية|أدخل|الخاصة|بك/,
    other: /بحث/,
  },
];

/** The patterns of all languages, as a page gets them. */
export interface PasswordPatterns {
  readonly password: string;
  readonly beside: string;
  readonly stem: string;
  readonly other: string;
}

export const passwordPatterns: PasswordPatterns = {
  password: join(({ password }) => password),
  beside: join(({ beside }) => beside),
  stem: join(({ stem }) => stem),
  other: join(({ other }) => other),
};

function join(find: (words: PasswordWords) => RegExp | undefined): string {
  return [...new Set(passwordWords.map((words) => find(words)?.source ?? ''))]
    .filter((source) => source !== '')
    .join('|');
}
