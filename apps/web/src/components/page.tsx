import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../lib/clock.ts';
import { useIsPrinting } from '../lib/printing.ts';
import { useFormat } from '../lib/use-format.ts';
import { Logo } from './logo.tsx';
import classes from './page.module.css';

export interface PageProps {
  readonly title: string;
  /** The kind of page, shown after the title in the browser tab if the title is a name. */
  readonly kind?: string;
  /** The number of items on the page, shown beside the title. */
  readonly count?: string;
  /** More information about the page, shown after the title. */
  readonly meta?: ReactNode;
  /** Links to this page's parent pages, outermost first. */
  readonly breadcrumbs?: readonly ReactNode[];
  /** This page's name at the end of the breadcrumbs; by default the title. */
  readonly breadcrumb?: string;
  /** Shows a back button, for detail pages. */
  readonly hasBackButton?: boolean;
  readonly actions?: ReactNode;
  /** Smaller margins on a phone. */
  readonly isNarrow?: boolean;
  readonly children: ReactNode;
}

/** The frame of a page: breadcrumbs, title (also in the browser tab), actions and content. */
export function Page(props: PageProps) {
  const { title, kind, count, meta, breadcrumbs, actions } = props;
  const { hasBackButton = false, isNarrow = false } = props;
  const { t } = useTranslation();
  const isPrinting = useIsPrinting();
  useEffect(() => {
    const names = kind === undefined || kind === title ? [title] : [title, kind];
    document.title = [...names, t('product')].join(' · ');
  }, [title, kind, t]);
  return (
    <div className={classes['page']} data-narrow={isNarrow}>
      {isPrinting && <PrintHeader />}
      {breadcrumbs !== undefined && breadcrumbs.length > 0 && (
        <Breadcrumbs items={breadcrumbs} current={props.breadcrumb ?? title} />
      )}
      <div className={classes['head']}>
        {hasBackButton && <BackArrow />}
        <div className={classes['titles']}>
          <h1 className={classes['title']} tabIndex={-1}>
            {title} {count !== undefined && <span className={classes['count']}>{count}</span>}
          </h1>
          {meta !== undefined && <div className={classes['meta']}>{meta}</div>}
        </div>
        {actions}
      </div>
      {props.children}
    </div>
  );
}

/** The product name and the print time; shown only in print. */
function PrintHeader() {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  return (
    <p className={classes['printHeader']}>
      <Logo size={16} />
      {t('product')}
      <span>{t('page.printed', { time: format.fullTime(now) })}</span>
    </p>
  );
}

function Breadcrumbs({ items, current }: { items: readonly ReactNode[]; current: string }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('page.breadcrumbs')}>
      <ol className={classes['crumbs']}>
        {items.map((item, index) => (
          // The order of breadcrumbs never changes.
          <li key={index}>
            {item}
            <IconChevronRight size={14} aria-hidden />
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  );
}

function BackArrow() {
  const { t } = useTranslation();
  const { history } = useRouter();
  return (
    <ActionIcon
      ml={-10}
      aria-label={t('page.back')}
      onClick={() => (history.canGoBack() ? history.back() : history.push('/'))}
    >
      <IconArrowLeft size={22} aria-hidden />
    </ActionIcon>
  );
}
