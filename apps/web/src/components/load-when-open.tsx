import { useMounted } from '@mantine/hooks';
import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { ErrorState } from './error-state.tsx';
import classes from './load-when-open.module.css';

export interface LoadWhenOpenProps {
  readonly isOpen: boolean;
  /** Renders a lazy component; see `OpenAfterMount`. */
  readonly children: (isOpen: boolean) => ReactNode;
  /** Shown until the component's code has loaded. */
  readonly fallback?: ReactNode;
}

/**
 * Renders a dialog or a panel once it is first opened, so that its code is not part of the page's initial
 * load. The page stays visible if the code fails to load.
 */
export function LoadWhenOpen({ isOpen, children, fallback = null }: LoadWhenOpenProps) {
  const [hasBeenOpen, setHasBeenOpen] = useState(isOpen);
  if (isOpen && !hasBeenOpen) setHasBeenOpen(true);
  if (!hasBeenOpen) return fallback;
  return (
    <CatchBoundary
      getResetKey={() => String(isOpen)}
      errorComponent={({ error }) => (
        <>
          {fallback}
          <div className={classes['error']}>{isOpen && <ErrorState error={error} />}</div>
        </>
      )}
    >
      <Suspense fallback={fallback}>
        <OpenAfterMount isOpen={isOpen}>{children}</OpenAfterMount>
      </Suspense>
    </CatchBoundary>
  );
}

/** Mounts its content closed, because a dialog returns the focus only if it was closed when mounted. */
function OpenAfterMount({ isOpen, children }: Omit<LoadWhenOpenProps, 'fallback'>) {
  const isMounted = useMounted();
  return children(isOpen && isMounted);
}
