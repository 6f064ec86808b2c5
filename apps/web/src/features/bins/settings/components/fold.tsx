import type { ReactNode } from 'react';
import classes from './settings.module.css';

interface FoldProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** Settings that most people never change, closed until someone opens them. */
export function Fold({ title, children }: FoldProps) {
  return (
    <details className={classes['fold']}>
      <summary className={classes['summary']}>{title}</summary>
      {children}
    </details>
  );
}

/** Opens the folds around an element, so that it can be seen and focused. */
export function openFolds(element: Element | null): void {
  for (
    let fold = element?.closest('details');
    fold;
    fold = fold.parentElement?.closest('details')
  ) {
    fold.open = true;
  }
}
