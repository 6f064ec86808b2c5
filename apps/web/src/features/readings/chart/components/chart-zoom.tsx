import { ActionIcon, Button } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { getFullSpan, zoomIn, zoomOut } from '../zoom.ts';
import classes from './chart.module.css';
import type { Span } from './plot.ts';

export interface ChartZoomProps {
  /** The times on the axis, ms, oldest first. */
  readonly times: readonly number[];
  /** The visible range; null for the whole range. */
  readonly zoom: Span | null;
  /** The time, ms, that stays visible when zooming. */
  readonly anchor: number;
  readonly onZoom: (span: Span | null) => void;
}

/** Zoom buttons for a chart. */
export function ChartZoom({ times, zoom, anchor, onZoom }: ChartZoomProps) {
  const { t } = useTranslation();
  const visibleSpan = zoom ?? getFullSpan(times);
  const zoomedSpan = zoomIn(visibleSpan, anchor, times);
  const isClosest = zoomedSpan.to - zoomedSpan.from >= visibleSpan.to - visibleSpan.from;
  const isWhole = zoom === null;
  // `aria-disabled`, so that the button keeps the focus.
  const getDisabledProps = (isDisabled: boolean) => ({
    'aria-disabled': isDisabled,
    'data-disabled': isDisabled,
  });
  return (
    <div className={classes['zoom']}>
      <ActionIcon
        variant="default"
        aria-label={t('chart.zoomOut')}
        title={t('chart.zoomOut')}
        {...getDisabledProps(isWhole)}
        onClick={() => isWhole || onZoom(zoomOut(visibleSpan, anchor, times))}
      >
        <IconZoomOut size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={t('chart.zoomIn')}
        title={t('chart.zoomIn')}
        {...getDisabledProps(isClosest)}
        onClick={() => isClosest || onZoom(zoomedSpan)}
      >
        <IconZoomIn size={20} aria-hidden />
      </ActionIcon>
      <Button
        variant="default"
        {...getDisabledProps(isWhole)}
        onClick={() => isWhole || onZoom(null)}
      >
        {t('chart.wholeRange')}
      </Button>
    </div>
  );
}
