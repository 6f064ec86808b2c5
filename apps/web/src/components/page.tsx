import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './page.module.css';

export interface PageProps {
  readonly title: string;
  /** Stands beside the title: how many things the page lists. */
  readonly count?: string;
  /** What else there is to say of the whole page, behind the title. */
  readonly meta?: ReactNode;
  /** Links to the pages above this one, outermost first. */
  readonly breadcrumbs?: readonly ReactNode[];
  /** What this page is called at the end of those links; its title unless told. */
  readonly breadcrumb?: string;
  /** An arrow back to where the user came from; for pages of one thing. */
  readonly hasBack?: boolean;
  readonly actions?: ReactNode;
  /** Less room at the sides on a phone. */
  readonly isNarrow?: boolean;
  readonly children: ReactNode;
}

/** A page's frame: its title, also that of the window, where it belongs, and its content. */
export function Page(props: PageProps) {
  const {
    title,
    count,
    meta,
    breadcrumbs: crumbs,
    hasBack = false,
    actions,
    isNarrow = false,
  } = props;
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · ${t('product')}`;
  }, [title, t]);
  return (
    <div className={classes['page']} data-narrow={isNarrow}>
      {crumbs !== undefined && crumbs.length > 0 && (
        <Breadcrumbs crumbs={crumbs} current={props.breadcrumb ?? title} />
      )}
      <div className={classes['head']}>
        {hasBack && <BackArrow />}
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

function Breadcrumbs({ crumbs, current }: { crumbs: readonly ReactNode[]; current: string }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('page.crumbs')}>
      <ol className={classes['crumbs']}>
        {crumbs.map((crumb, index) => (
          // The path to a page is fixed: its parts never change places.
          <li key={index}>
            {crumb}
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
