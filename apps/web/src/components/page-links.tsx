import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/use-format.ts';

export interface PageLinksProps {
  readonly currentPage: number;
  readonly totalPages: number;
  readonly hasNextPage: boolean;
  readonly hasPrevPage: boolean;
  /** Renders a link to a page; pages are numbered from 1. */
  readonly renderLink: (page: number, content: ReactNode) => ReactNode;
}

/** Links to the previous and next pages of a list; renders nothing for a single page. */
export function PageLinks(props: PageLinksProps) {
  const { currentPage, totalPages, hasNextPage, hasPrevPage, renderLink } = props;
  const { t } = useTranslation();
  const format = useFormat();
  if (totalPages <= 1) return null;
  return (
    <Group component="nav" aria-label={t('pager.pages')}>
      {hasPrevPage && renderLink(currentPage - 1, t('pager.previous'))}
      <Text>
        {t('pager.page', { page: format.number(currentPage), pages: format.number(totalPages) })}
      </Text>
      {hasNextPage && renderLink(currentPage + 1, t('pager.next'))}
    </Group>
  );
}
