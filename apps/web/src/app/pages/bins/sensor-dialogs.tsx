import { SensorStatusControl } from '../../../features/bins/components/sensor-status-control.tsx';
import {
  SensorStatusDialog,
  type SensorStatusDialogProps,
} from '../../../features/bins/components/sensor-status-dialog.tsx';
import {
  SensorPanel,
  type SensorPanelProps,
} from '../../../features/readings/components/sensor-panel.tsx';

interface SensorDialogsProps {
  readonly panel: Omit<SensorPanelProps, 'renderStatusControl'>;
  readonly dialog: SensorStatusDialogProps;
}

/** The details of the selected sensor, and the confirmation of a status change for several sensors. */
export function SensorDialogs({ panel, dialog }: SensorDialogsProps) {
  return (
    <>
      <SensorPanel
        {...panel}
        renderStatusControl={(sensor) => (
          <SensorStatusControl
            key={`${sensor.cable} ${sensor.position}`}
            binId={dialog.binId}
            {...sensor}
          />
        )}
      />
      <SensorStatusDialog {...dialog} />
    </>
  );
}
