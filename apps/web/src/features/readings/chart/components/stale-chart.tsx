import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Delayed } from '../../../../components/delayed.tsx';
import classes from './chart.module.css';

export interface StaleChartProps {
  /** Whether the chart is that of the range before, while the chosen one loads. */
  readonly isStale: boolean;
  readonly children: ReactNode;
}

/** A chart that stays while another range of it loads: pale, and not to be pointed at or saved. */
export function StaleChart({ isStale, children }: StaleChartProps) {
  const { t } = useTranslation();
  return (
    <>
      {isStale && (
        <Delayed>
          <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
        </Delayed>
      )}
      <div className={classes['drawn']} data-before={isStale} aria-busy={isStale} inert={isStale}>
        {children}
      </div>
    </>
  );
}
