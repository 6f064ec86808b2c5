import type { ReactNode } from 'react';
import { useLate } from '../lib/use-delayed.ts';

/** What loads faster than this needs no sign that it loads, ms. */
const DELAY = 300;

/** Shows its content only once it has been asked to for a while. */
export function Delayed({ children }: { readonly children: ReactNode }) {
  return useLate(DELAY) ? children : null;
}
