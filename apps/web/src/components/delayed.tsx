import type { ReactNode } from 'react';
import { useDelayed } from '../lib/use-delayed.ts';

/** Loading times shorter than this, ms, need no indicator. */
const DELAY = 300;

/** Shows its content only after a short delay. */
export function Delayed({ children }: { readonly children: ReactNode }) {
  return useDelayed(DELAY) ? children : null;
}
