import { useTranslation } from 'react-i18next';
import { Delayed } from './delayed.tsx';
import classes from './loading-blocks.module.css';

export interface LoadingBlocksProps {
  readonly count: number;
  /** Height of each in px: that of what will stand there. */
  readonly height: number;
  /** Beside each other where there is room, as cards; otherwise below each other, as rows. */
  readonly isGrid?: boolean;
}

/** Sunk blocks in the layout of what is loading. */
export function LoadingBlocks({ count, height, isGrid = false }: LoadingBlocksProps) {
  const { t } = useTranslation();
  return (
    <div data-loading>
      <Delayed>
        <div
          className={classes['blocks']}
          data-grid={isGrid}
          role="status"
          aria-label={t('loading')}
        >
          {Array.from({ length: count }, (_, index) => (
            // The blocks never change their order.
            <div key={index} className={classes['block']} style={{ height }} />
          ))}
        </div>
      </Delayed>
    </div>
  );
}
