/** Variables by which a browser finds its screen, fonts, language and libraries. */
const needed =
  /^(PATH|HOME|USER|LANG|LANGUAGE|LC_\w+|TZ|DISPLAY|XAUTHORITY|WAYLAND_DISPLAY|XDG_\w+|DBUS_\w+|FONTCONFIG_\w+|LD_LIBRARY_PATH)$/;

/**
 * Returns the environment of a browser: the variables that it needs and no others, since keys and tokens are there too. Its
 * temporary files go where they are deleted. (Windows adds what programs need there by itself.)
 */
export function browserEnvironment(
  host: Readonly<Record<string, string | undefined>>,
  temporary: string,
): Record<string, string | undefined> {
  const kept = Object.entries(host).filter(([name]) => needed.test(name));
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: temporary,
    // Without it, a file whose name is not plain ASCII is downloaded without its name.
    LANG: 'C.UTF-8',
    ...Object.fromEntries(kept),
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
  };
}
