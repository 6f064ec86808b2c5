import { useMemo, useState } from 'react';
import type { SensorCable } from '../../../bin-data/sensor-cables.ts';
import { findPage } from '../../../bin-picture/geometry.ts';
import type { CellAddress } from '../../../bin-picture/model.ts';
import type { SensorSelection } from '../../../features/bins/components/sensor-status-dialog.tsx';

export type Selection = ReturnType<typeof useSelection>;

/** The selected sensor, the visible page of rows, and the pending change to several sensors. */
export function useSelection(cables: readonly SensorCable[]) {
  const [selected, setSelected] = useState<CellAddress | null>(null);
  const [page, setPage] = useState(0);
  const [pendingChange, setPendingChange] = useState<SensorSelection | null>(null);
  const [isChangeSaved, setChangeSaved] = useState(false);
  const rows = Math.max(0, ...cables.map((cable) => cable.cells.length));
  const actions = useMemo(
    () => ({
      select: (cell: CellAddress) => {
        setSelected(cell);
        setPage(findPage(cell.depth));
        setChangeSaved(false);
      },
      showPage: (to: number) => {
        setSelected(null);
        setPage(to);
      },
      clear: () => setSelected(null),
      requestChange: (sensors: SensorSelection | null) => {
        setPendingChange(sensors);
        setChangeSaved(false);
      },
      finishChange: () => {
        setPendingChange(null);
        setSelected(null);
        setChangeSaved(true);
      },
    }),
    [],
  );
  return {
    ...actions,
    actions,
    selected,
    page: Math.min(page, findPage(Math.max(1, rows))),
    pendingChange,
    isChangeSaved,
  };
}
