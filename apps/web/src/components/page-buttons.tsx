import '@mantine/core/styles/Pagination.css';
import { Pagination } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export interface PageButtonsProps {
  /** Page number, from 1. */
  readonly page: number;
  readonly pageCount: number;
  readonly onPageChange: (page: number) => void;
}

/** Buttons for the pages of a list; renders nothing for a single page. */
export function PageButtons({ page, pageCount, onPageChange }: PageButtonsProps) {
  const { t } = useTranslation();
  if (pageCount <= 1) return null;
  return (
    <Pagination
      value={page}
      onChange={onPageChange}
      total={pageCount}
      siblings={0}
      getControlProps={(control) => ({ 'aria-label': t(`pages.${control}`) })}
      getItemProps={(item) => ({ 'aria-label': t('pages.page', { page: item }) })}
    />
  );
}
