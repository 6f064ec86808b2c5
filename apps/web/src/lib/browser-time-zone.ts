/** Returns the browser's time zone, such as America/Winnipeg. */
export const getBrowserTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
