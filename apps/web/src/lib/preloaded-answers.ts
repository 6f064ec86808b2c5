import { SECOND } from '@granary/domain/units';

/** What was asked for while the application's code still came, by the script before all others. */
export interface EarlyAnswers {
  /** In whose name it was asked. */
  readonly token: string;
  readonly language: string;
  /** By address. */
  readonly answers: Map<string, Promise<Response>>;
}

declare global {
  var earlyAnswers: EarlyAnswers | undefined;
}

/** Later than this the page is not the first one any more, and asks anew, ms after its start. */
const GOOD_FOR = 20 * SECOND;

/** The answer to this very call, once; undefined where nobody asked, or long ago. */
export function takeEarlyAnswer(
  url: string,
  headers: Readonly<Record<string, string>>,
  sinceStart: number,
): Promise<Response> | undefined {
  const early = globalThis.earlyAnswers;
  const answer = early?.answers.get(url);
  early?.answers.delete(url);
  const isSame =
    headers['Authorization'] === `Bearer ${early?.token}` &&
    headers['Accept-Language'] === early?.language;
  return isSame && sinceStart < GOOD_FOR ? answer : undefined;
}
