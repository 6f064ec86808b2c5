import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import type { SensorStatus } from '@granary/domain/readings/sensors';
import { ActionIcon, Button, CloseButton, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconChevronUp,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSensorName } from '../../../bin-data/format-sensor-name.ts';
import type { SensorCable } from '../../../bin-data/sensor-cables.ts';
import { makeCellSelector } from '../../../bin-picture/bin-picture.tsx';
import type { CellAddress } from '../../../bin-picture/model.ts';
import { findNeighborCell } from '../../../bin-picture/navigation.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { compareSensor, type SensorComparison } from '../sensor-comparison.ts';
import { SensorFacts } from './sensor-facts.tsx';
import classes from './sensor-panel.module.css';

export interface SensorPanelProps {
  readonly bin: Bin;
  readonly reading: Reading;
  readonly cables: readonly SensorCable[];
  readonly address: CellAddress | null;
  readonly onMove: (to: CellAddress) => void;
  readonly onClose: () => void;
  /**
   * Opens the dialog that sets the status of this sensor and all above it; omitted if the user may not set
   * statuses.
   */
  readonly onSetAllAbove?: (address: CellAddress) => void;
  /** Renders the status control of the sensor. */
  readonly renderStatusControl: (sensor: {
    readonly cable: number;
    readonly cableId: number;
    readonly position: number;
    readonly status: SensorStatus;
  }) => ReactNode;
}

const arrows = [
  { direction: 'up', icon: IconChevronUp },
  { direction: 'down', icon: IconChevronDown },
  { direction: 'left', icon: IconChevronLeft },
  { direction: 'right', icon: IconChevronRight },
] as const;

/** Details of one sensor: a bottom sheet on phones, otherwise a side panel. The picture stays usable. */
export function SensorPanel(props: SensorPanelProps) {
  const { cables, address } = props;
  const isPhone = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  const comparison = address === null ? null : compareSensor(cables, address);
  return (
    <Drawer.Root
      opened={comparison !== null}
      onClose={props.onClose}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? 'auto' : 380}
      lockScroll={false}
      removeScrollProps={{ enabled: false }}
    >
      <Drawer.Content className={classes['sheet'] ?? ''} data-phone={isPhone}>
        {comparison !== null && address !== null && (
          <Body {...props} address={address} comparison={comparison} isPhone={isPhone} />
        )}
      </Drawer.Content>
    </Drawer.Root>
  );
}

interface BodyProps extends SensorPanelProps {
  readonly address: CellAddress;
  readonly comparison: SensorComparison;
  readonly isPhone: boolean;
}

function Body({ bin, reading, cables, address, comparison, isPhone, ...actions }: BodyProps) {
  const { onSetAllAbove } = actions;
  const { t } = useTranslation();
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isPhone) scrollAboveSheet(address, body.current);
  }, [address, isPhone]);
  return (
    <Drawer.Body ref={body} className={classes['body'] ?? ''}>
      <div className={classes['header']}>
        <Drawer.Title className={classes['title'] ?? ''}>
          {formatSensorName(comparison.cable, comparison.cell.depth, t)}
        </Drawer.Title>
        <CloseButton size={44} aria-label={t('close')} onClick={actions.onClose} />
      </div>
      <SensorFacts bin={bin} reading={reading} cables={cables} comparison={comparison} />
      <ButtonLink
        to="/binsensor/$id/chart"
        params={{ id: bin.id }}
        search={{ sensors: `${address.cable}.${address.depth}`, days: 30 }}
        variant="default"
      >
        {t('sensor.overTime')}
      </ButtonLink>
      {actions.renderStatusControl({
        cable: comparison.cable.number,
        cableId: comparison.cable.id,
        position: comparison.cell.position,
        status: comparison.cell.status,
      })}
      <div className={classes['footer']}>
        {arrows.map(({ direction, icon: Icon }) => (
          <ActionIcon
            key={direction}
            variant="default"
            aria-label={t(`sensor.${direction}`)}
            onClick={() => actions.onMove(findNeighborCell(cables, address, direction))}
          >
            <Icon size={20} aria-hidden />
          </ActionIcon>
        ))}
        {onSetAllAbove !== undefined && (
          <Button
            variant="default"
            className={classes['allAbove'] ?? ''}
            onClick={() => onSetAllAbove(address)}
          >
            {t('sensor.andAbove')}
          </Button>
        )}
      </div>
    </Drawer.Body>
  );
}

function scrollAboveSheet(address: CellAddress, sheet: HTMLElement | null): void {
  const cell = document.querySelector(makeCellSelector(address))?.getBoundingClientRect();
  if (cell === undefined || sheet === null) return;
  const top = window.innerHeight - sheet.offsetHeight;
  const isHidden = cell.bottom > top - 24 || cell.top < 80;
  if (isHidden) window.scrollBy({ top: cell.bottom - top + 72 });
}
