import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Delayed } from '../../../../components/delayed.tsx';
import classes from './chart.module.css';

export interface StaleChartProps {
  /** Whether the chart is that of the range before, while the chosen one loads. */
  readonly isBefore: boolean;
  readonly children: ReactNode;
}

/** A chart that stays while another range of it loads: pale, and not to be pointed at or saved. */
export function StaleChart({ isBefore, children }: StaleChartProps) {
  const { t } = useTranslation();
  return (
    <>
      {isBefore && (
        <Delayed>
          <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
        </Delayed>
      )}
      <div
        className={classes['drawn']}
        data-before={isBefore}
        aria-busy={isBefore}
        inert={isBefore}
      >
        {children}
      </div>
    </>
  );
}
