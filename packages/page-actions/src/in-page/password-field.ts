/** How much of a label has to be about a password: the `whole` of it but for words such as `your` or `confirm`, or a `part`. */
export type LabelMatch = 'whole' | 'part';

/**
 * Returns whether a field shows what is typed into it, and says nowhere that it is for a password. Fields that hide their text have the
 * type `password` or a style that does; sign-in forms with a button that shows the password turn the type to `text`, and keep
 * name and label.
 *
 * @param match `whole` for what may be typed: a sentence about passwords is no label of a field for one. `part` for what may be recorded.
 */
export function showsPassword(element: Element, match: LabelMatch): boolean {
  const input = element instanceof HTMLInputElement ? element : null;
  if (input?.type === 'password') return false;
  const security = getComputedStyle(element).getPropertyValue('-webkit-text-security');
  if (security !== '' && security !== 'none') return false;
  // A text area or an editable region is for texts that people read.
  if (input === null) return true;
  if (/(?:current|new)-password/.test(input.autocomplete)) return false;
  if (/^(?:search|email|url)$/.test(input.type)) return true;
  if (/^(?:searchbox|combobox)$/.test(input.getAttribute('role') ?? '')) return true;
  const named = (input.getAttribute('aria-labelledby') ?? '').split(/\s+/).map((id) => {
    const root = input.getRootNode();
    return root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null;
  });
  /** The text of a label without the links and buttons in it, such as `Forgot password?` and `Show`. */
  const textOf = (label: Element | null): string => {
    const copy = label?.cloneNode(true);
    if (!(copy instanceof Element)) return '';
    for (const inner of copy.querySelectorAll('a,button,[role=button],script,style')) inner.remove();
    return copy.textContent ?? '';
  };
  const names = [input.name, input.id];
  const labels = [
    ...[input.placeholder, input.title, input.getAttribute('aria-label') ?? ''],
    ...[...(input.labels ?? []), ...named].map(textOf),
  ];
  const texts = labels.map((text) => text.normalize('NFKC').toLowerCase());
  // Words of other fields, whatever else their names and labels say.
  const others =
    /search|such(?:e|en)\b|cherch|busca|procura|pesquis|zoek|szuka|hled[ae]|hľada|keres|s[øö][gk]|поиск|найти|搜索|搜尋|查找|検索|검색|חיפוש|بحث|(?:^|[^\p{L}])(?:cerca|trova|c[aă]ut|etsi|haku|ara(?:ma)?(?!\p{L})|(?:q|query|comment|message|note)(?!\p{L}))/iu;
  if ([...names, ...texts].some((text) => others.test(text))) return true;
  const words =
    'pass[\\s_-]?wor[dt]|passwd|pwd|pass[\\s_-]?phrase|pass[\\s_-]?code|passord(?:et)?|kennwort|contrase[ñn]a|mot[\\s_-]?de[\\s_-]?passe|mdp|senha|palavra[\\s-]passe|wachtwoord|l[öo]senord(?:et)?|adgangskoden?|kodeord(?:et)?|has[łl][oa]|hesl[oa]|jelsz(?:avad|avát|[óo])|parola|salasana(?:si)?|[şs]ifre(?:niz)?|парол[ья]|密码|密碼|口令|パスワード|비밀번호|סיסמ[הא]|كلمة (?:ال)?(?:مرور|سر)';
  if (match === 'part') {
    const part = new RegExp(`${words}|passw|jelsz|סיסמ`, 'i');
    // In a sentence, `pass` and `pin` are verbs.
    const short = /(?:^|[^A-Za-z])PIN(?:$|[^A-Za-z])|^\W*(?:[Pp]ass|PASS|[Pp]in)\W*$/;
    const isNamed = (name: string): boolean => /(?:^|[^a-z])(?:pass|pin)(?:$|[^a-z])/i.test(name);
    return !(
      names.some(isNamed) ||
      labels.some((text) => short.test(text)) ||
      [...names, ...texts].some((text) => part.test(text))
    );
  }
  const isNamed = (name: string): boolean => {
    const parts = name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g);
    if (new RegExp(words, 'i').test(name))
      return !parts?.some((part) => /hint|remind|question|manager|forgot|review|length|policy/.test(part));
    // `pass` and `pin` are also those of an airport, of a city and of a map.
    const isShort = (part: string): boolean => /^(?:user|usr|login)?(?:pass|pin)$/.test(part);
    const usual =
      /^(?:user|usr|login|log|account|admin|sign|signin|in|my|new|old|current|confirm|repeat|re|again|wp|db|txt|edit|input|field|form|id)$/;
    return parts?.some(isShort) === true && parts.every((part) => isShort(part) || usual.test(part));
  };
  // What else such a label says, in the languages of the words above.
  const beside = [
    'your|my|the|an?|this|for|new|current|old|existing|previous|confirm|confirmation|verify|repeat|retype|re|enter|again|type|choose|create|set|account|login|log|user|admin|master|sign|site|required|optional|please|min|minimum|at|least|or|more|characters|chars',
    'ihr|dein|mein|das|neues?|altes|aktuelles|bisheriges|bestätigen|wiederholen|wiederholung|eingeben|erneut|bitte|benutzer|anmelde|zeichen|pflichtfeld',
    'tu|su|la|nueva|actual|antigua|confirmar?|repetir|repite|introduce|introduzca|ingresa|ingrese|escribe|sua|nova|atual|repita|digite|insira|introduza',
    'votre|ton|le|nouveau|actuel|ancien|confirmer|confirmez|répéter|répétez|saisir|saisissez|entrez|de|du',
    'uw|je|jouw|het|nieuwe?|huidige?|oude?|bevestig(?:en)?|herhaal|voer|in',
    'di[nt]|ditt|nye?|nytt|nuværende|nåværende|nuvarande|gammalt|bekräfta|bekreft|bekræft|upprepa|gjenta|gentag|ange|angi|indtast|skriv',
    'twoje|nowe|obecne|stare|powtórz|potwierdź|wpisz|podaj|wprowadź|vaše|nové|současné|staré|potvrzení|potvrďte|zopakujte|zadejte|zadajte',
    'új|régi|jelenlegi|megerősítése|ismét|adja|meg|uusi|nykyinen|vanha|vahvista|toista|anna',
    'tua|nuova|attuale|vecchia|conferma|ripeti|inserisci|nouă|actuală|confirmă|confirmați|repetă|introduceți',
    'yeni|mevcut|eski|tekrar[ıi]?|onayla|onayı|girin|i|ваш|новый|текущий|старый|подтвердите|подтверждение|повторите|введите|нового',
    '请|請|输入|輸入|再次|确认|確認|新|旧|舊|当前|當前|登录|登入|登錄|您|你|的|设置|設定|入力|再入力|新しい|現在|の|を|用|ログイン|새|현재|확인|입력|다시|을|를|하세요|로그인|기존',
    'אימות|חדשה|נוכחית|הזן|تأكيد|الجديدة|الحالية|أدخل|الخاصة|بك',
  ].join('|');
  const word = new RegExp(`(?<!\\p{L})(?:pass|pin)(?!\\p{L})|${words}`, 'gu');
  const rest = new RegExp(`^(?:${beside})+$`, 'u');
  const isLabel = (text: string): boolean => {
    const around = text.replace(word, ' ');
    if (around === text || text.length > 100) return false;
    return (around.match(/[\p{L}\p{M}]+/gu) ?? []).every((part) => rest.test(part));
  };
  return !(names.some(isNamed) || texts.some(isLabel));
}
