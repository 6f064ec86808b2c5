import type { ReactNode } from 'react';
import { useDelayed } from '../lib/use-delayed.ts';

/** What loads faster than this needs no sign that it loads, ms. */
const DELAY = 300;

/** Shows its content only once it has been asked to for a while. */
export function Delayed({ children }: { readonly children: ReactNode }) {
  return useDelayed(DELAY) ? children : null;
}
