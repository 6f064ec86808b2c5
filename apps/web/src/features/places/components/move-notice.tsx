import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { isConflict } from '../../../lib/api-error.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { offsetBetween, type Position } from '../positions.ts';
import type { FailedMove, MoveMessage } from '../use-bin-moves.ts';
import type { MapBin } from './bin-marker.tsx';
import classes from './farm-map.module.css';

export interface MoveNoticeProps {
  readonly message: MoveMessage;
  readonly failed: readonly FailedMove[];
  /** The bin being moved with the keyboard. */
  readonly draft: {
    readonly name: string;
    readonly from: Position | null;
    readonly to: Position;
  } | null;
  readonly isEditing: boolean;
  readonly refusal?: string;
  readonly onUndo: (bin: MapBin, from: Position) => void;
  readonly onRetry: (bin: MapBin, to: Position) => void;
}

/** Reports moves of bins on the map, with a button to undo. */
export function MoveNotice(props: MoveNoticeProps) {
  const { message, failed, draft, isEditing, refusal, onUndo, onRetry } = props;
  const { t } = useTranslation();
  const way = useOffsetText();
  const { kind } = message;
  const from = kind === 'moved' ? message.from : null;
  const words =
    draft !== null
      ? t('markers.offset', { name: draft.name, way: way(draft.from ?? draft.to, draft.to) })
      : kind === 'moved'
        ? t('markers.moved', { name: message.bin.name })
        : kind === 'moved-back'
          ? t('markers.movedBack', { name: message.bin.name })
          : kind === 'cancelled'
            ? t('markers.cancelled', { name: message.bin.name })
            : isEditing
              ? t('markers.hint')
              : (refusal ?? '');
  return (
    <>
      {failed.map((one) => (
        <Failed key={one.bin.id} move={one} onRetry={onRetry} />
      ))}
      <div className={classes['news']}>
        <p role="status">{words}</p>
        {kind === 'moved' && from !== null && draft === null && (
          <Button variant="default" onClick={() => onUndo(message.bin, from)}>
            {t('markers.undo')}
          </Button>
        )}
      </div>
    </>
  );
}

interface FailedProps extends Pick<MoveNoticeProps, 'onRetry'> {
  readonly move: FailedMove;
}

function Failed({ move: { bin, to, error }, onRetry }: FailedProps) {
  const { t } = useTranslation();
  const isStale = isConflict(error);
  const title = t(isStale ? 'markers.stale' : 'markers.failed', { name: bin.name });
  return (
    <ErrorState
      error={error}
      title={title}
      {...(isStale && { fallback: title })}
      onRetry={() => onRetry(bin, to)}
    />
  );
}

/** Formats an offset: "3 m north, 2 m west". */
function useOffsetText() {
  const { t } = useTranslation();
  const format = useFormat();
  return (from: Position, to: Position): string => {
    const { north, east } = offsetBetween(from, to);
    const [up, across] = [Math.round(north), Math.round(east)];
    const value = (metres: number) => format.number(Math.abs(metres));
    const parts = [
      up === 0 ? null : t(up > 0 ? 'markers.north' : 'markers.south', { value: value(up) }),
      across === 0
        ? null
        : t(across > 0 ? 'markers.east' : 'markers.west', { value: value(across) }),
    ];
    const list = new Intl.ListFormat(format.locale, { type: 'unit' });
    const said = parts.filter((part) => part !== null);
    return said.length === 0 ? t('markers.north', { value: value(0) }) : list.format(said);
  };
}
