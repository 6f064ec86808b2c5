import { ActionIcon } from '@mantine/core';
import classes from './bin-picture.module.css';
import { countPages, countRows, getDepthsOnPage } from './geometry.ts';
import type { PictureCable } from './model.ts';

export interface SensorPagerProps {
  readonly cables: readonly PictureCable[];
  /** From 0. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly texts: {
    /** "17 to 24 of 24". */
    readonly range: (first: number, last: number, total: number) => string;
    /** "Show the rows above". */
    readonly previous: string;
    /** "Show the rows below". */
    readonly next: string;
  };
}

/** Buttons to page through the rows, 16 at a time; renders nothing for a single page. */
export function SensorPager({ cables, page, onPage, texts }: SensorPagerProps) {
  const pages = countPages(cables);
  if (pages === 1) return null;
  const rows = countRows(cables);
  const { first, last } = getDepthsOnPage(page, rows);
  return (
    <div className={classes['pager']}>
      <ActionIcon
        variant="default"
        aria-label={texts.previous}
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      >
        <Chevrons isBackwards />
      </ActionIcon>
      <span aria-live="polite">{texts.range(first, last, rows)}</span>
      <ActionIcon
        variant="default"
        aria-label={texts.next}
        disabled={page >= pages - 1}
        onClick={() => onPage(page + 1)}
      >
        <Chevrons isBackwards={false} />
      </ActionIcon>
    </div>
  );
}

function Chevrons({ isBackwards }: { isBackwards: boolean }) {
  return (
    <svg width={16} height={16} viewBox="-8 -8 16 16" aria-hidden>
      <path
        d="M-5-4.5-.5 0-5 4.5M.5-4.5 5 0 .5 4.5"
        transform={isBackwards ? 'scale(-1 1)' : undefined}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.8}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
