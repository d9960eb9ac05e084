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
  const named = (input.getAttribute('aria-labelledby') ?? '').split(/\s+/).map((id) => {
    const root = input.getRootNode();
    const found = root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null;
    return found?.textContent ?? '';
  });
  const texts = [
    ...[input.name, input.id, input.placeholder, input.title, input.getAttribute('aria-label') ?? ''],
    ...[...(input.labels ?? [])].map((label) => label.textContent ?? ''),
    ...named,
  ];
  const words =
    /passw|passphrase|pass[\s_-]?code|passord|pwd|(?:^|[^a-z])pass(?:$|[^a-z])|(?:^|[^a-z])pin(?:$|[^a-z])|kennwort|contrase|mot\s?de\s?passe|senha|wachtwoord|l(?:ö|o)senord|adgangskode|kodeord|has(?:ł|l)o|heslo|jelsz|parola|salasana|(?:ş|s)ifre|пароль|密码|密碼|口令|パスワード|비밀번호|סיסמ|كلمة (?:ال)?مرور/i;
  return !texts.some((text) => words.test(text));
}
