// Built modules are all in the folder `assets` of the console; through a variable, because Vite replaces the literal form.
const here = import.meta.url;

/** Address of the console, with a slash at its end. Known only at run time: the service may be under any prefix. */
export const consoleUrl = new URL('../', here);

/** Address of the service, without a slash at its end. */
export const serviceUrl = new URL('../', consoleUrl).href.replace(/\/$/, '');

/** Path of the console, without a slash at its end. */
export const consolePath = consoleUrl.pathname.replace(/\/$/, '');
