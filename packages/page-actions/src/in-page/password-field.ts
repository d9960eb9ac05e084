/**
 * Returns whether a field shows what is typed into it, and says nowhere that it is for a password. Fields that hide their text have the
 * type `password` or a style that does; sign-in forms with a button that shows the password turn the type to `text`, and keep
 * name and label.
 */
export function showsPassword(element: Element): boolean {
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
    const found = root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null;
    return found?.textContent ?? '';
  });
  const names = [input.name, input.id];
  const texts = [
    ...[input.placeholder, input.title, input.getAttribute('aria-label') ?? ''],
    ...[...(input.labels ?? [])].map((label) => label.textContent ?? ''),
    ...named,
  ];
  // Words of other fields, whatever else their names and labels say.
  const others =
    /search|such(?:e|en)\b|cherch|buscar|(?:^|[^a-z])(?:q|query|comment|message|note)(?:$|[^a-z])/i;
  if ([...names, ...texts].some((text) => others.test(text))) return true;
  // In a sentence, `pass` and `pin` are verbs.
  if (names.some((name) => /(?:^|[^a-z])(?:pass|pin)(?:$|[^a-z])/i.test(name))) return false;
  if (texts.some((text) => /(?:^|[^A-Za-z])PIN(?:$|[^A-Za-z])|^\W*(?:[Pp]ass|PASS|[Pp]in)\W*$/.test(text)))
    return false;
  const words =
    /passw|passphrase|pass[\s_-]?code|passord|pwd|kennwort|contrase|mot\s?de\s?passe|senha|wachtwoord|l(?:ö|o)senord|adgangskode|kodeord|has(?:ł|l)o|heslo|jelsz|parola|salasana|(?:ş|s)ifre|пароль|密码|密碼|口令|パスワード|비밀번호|סיסמ|كلمة (?:ال)?مرور/i;
  return ![...names, ...texts].some((text) => words.test(text));
}
