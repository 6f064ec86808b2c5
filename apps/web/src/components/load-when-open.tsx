import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { ErrorState } from './error-state.tsx';
import classes from './load-when-open.module.css';

export interface LoadWhenOpenProps {
  readonly isOpen: boolean;
  /** A component of `lazy`. */
  readonly children: ReactNode;
}

/**
 * Renders a dialog or a panel from the first time that it is open, so that its code is not part of
 * the first view of a page. The page stays if the code fails to load.
 */
export function LoadWhenOpen({ isOpen, children }: LoadWhenOpenProps) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <CatchBoundary
      getResetKey={() => String(isOpen)}
      errorComponent={({ error }) => (
        <div className={classes['error']}>{isOpen && <ErrorState error={error} />}</div>
      )}
    >
      <Suspense>{children}</Suspense>
    </CatchBoundary>
  );
}
