import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Delayed } from '../../../../components/delayed.tsx';
import classes from './chart.module.css';

export interface StaleChartProps {
  /** Whether the previous range is shown while the new range loads. */
  readonly isStale: boolean;
  readonly children: ReactNode;
}

/** Dims and disables the previous chart while another range loads. */
export function StaleChart({ isStale, children }: StaleChartProps) {
  const { t } = useTranslation();
  return (
    <>
      {isStale && (
        <Delayed>
          <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
        </Delayed>
      )}
      <div className={classes['content']} data-stale={isStale} aria-busy={isStale} inert={isStale}>
        {children}
      </div>
    </>
  );
}
