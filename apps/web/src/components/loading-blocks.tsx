import { useTranslation } from 'react-i18next';
import { Delayed } from './delayed.tsx';
import classes from './loading-blocks.module.css';

export interface LoadingBlocksProps {
  readonly count: number;
  /** Height of each block, px: the height of the content that will replace it. */
  readonly height: number;
  /** True arranges the blocks in columns, like cards; false stacks them, like rows. */
  readonly isGrid?: boolean;
}

/** Placeholders in the layout of the content that is loading. */
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
