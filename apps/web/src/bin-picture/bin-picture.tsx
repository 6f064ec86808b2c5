import type { AlertSeverity } from '@granary/domain/alerts/alert';
import {
  type KeyboardEvent,
  type MouseEvent,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react';
import classes from './bin-picture.module.css';
import { BinShell } from './bin-shell.tsx';
import { countRows, makeCellKey, sortCables } from './geometry.ts';
import { GutterLabels } from './gutter-labels.tsx';
import { findHotSpots, layOutRings } from './hot-spots.ts';
import { layOutLabels } from './labels.ts';
import { type Layout, layOut } from './layout.ts';
import type { BinPictureProps, CellAddress, HotSpot, Level, PictureTexts } from './model.ts';
import { type Direction, findNearestCell, findNeighborCell } from './navigation.ts';
import { OutdoorTemperature, Plenum } from './plenum-and-outside.tsx';
import { CellRing, PressRing } from './rings.tsx';
import { SensorGrid } from './sensor-grid.tsx';
import { usePress } from './use-press.ts';
import { useWidth } from './use-width.ts';

interface MeasuredPictureProps extends BinPictureProps {
  /** The width of the container, px, if it is known before it is measured. */
  readonly expectedWidth?: number;
}

/**
 * Side view of a bin with its cables, one page of 16 rows. It fills the width of its container;
 * below 600 px it shows one quantity at a time. Cells are rendered again only when `cables`,
 * `hotSensors` or `texts` are new objects, so keep them stable.
 */
export function BinPicture({ expectedWidth, ...props }: MeasuredPictureProps) {
  const container = useRef<HTMLDivElement>(null);
  const width = useWidth(container, expectedWidth);
  // Sensors take longest to render; the page and the bin's outline do not wait for them.
  const hasSensors = useDeferredValue(true, false);
  return (
    <div ref={container} className={classes['container']}>
      {width > 0 && <BinDrawing {...props} width={width} hasSensors={hasSensors} />}
    </div>
  );
}

type BinDrawingProps = BinPictureProps & {
  readonly width: number;
  readonly hasSensors?: boolean;
};

/** With this many hot spots or more, rings show numbers that refer to the list below. */
const MIN_NUMBERED_SPOTS = 3;

/** The picture at a known width, px. */
export function BinDrawing(props: BinDrawingProps) {
  const { cables, texts, fan, hotSensors, outside, hasSensors = true } = props;
  const svg = useRef<SVGSVGElement>(null);
  const layout = useLayout(props);
  const spots = useMemo(() => findHotSpots(sortCables(cables), hotSensors), [cables, hotSensors]);
  const rings = useMemo(() => layOutRings(layout, spots), [layout, spots]);
  const { handlers, focusedAddress, pressedAddress, tabStop } = useCellActions(layout, svg, props);
  const { frame } = layout;
  const isNumbered = spots.length >= MIN_NUMBERED_SPOTS;
  const labels = layOutLabels({
    layout,
    level: props.level,
    rings,
    isNumbered,
    texts,
    hasFan: fan !== null,
    hasOutdoorValues: outside !== null,
  });
  return (
    <>
      <svg
        ref={svg}
        role="presentation"
        className={classes['picture']}
        width={frame.width}
        height={frame.height}
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        {...handlers}
      >
        <BinShell layout={layout} isFanOn={fan?.state === 'on'} hasFan={fan !== null} />
        {hasSensors && (
          <SensorGrid
            layout={layout}
            rowCount={countRows(cables)}
            locale={props.locale}
            unit={props.unit}
            hotSensors={hotSensors}
            texts={texts}
            tabStop={tabStop}
            selected={props.selected}
            customColors={props.customColors}
          />
        )}
        <g className={classes['overlay']}>
          <GutterLabels
            frame={frame}
            labels={labels}
            severity={props.hotSpotSeverity}
            findNumber={(ring) => (isNumbered ? spots.indexOf(ring.spot) + 1 : null)}
          />
          {frame.hasPlenum && <Plenum frame={frame} plenum={props.plenum} fan={fan} />}
          {outside !== null && frame.hasRoof && (
            <OutdoorTemperature frame={frame} outside={outside} />
          )}
          <CellRing layout={layout} address={props.selected} kind="selected" />
          <CellRing layout={layout} address={focusedAddress} kind="focused" />
          <PressRing layout={layout} address={pressedAddress} />
        </g>
      </svg>
      {spots.length > 0 && (
        <HotSpotList
          spots={spots}
          severity={props.hotSpotSeverity}
          texts={texts}
          isNumbered={isNumbered}
        />
      )}
    </>
  );
}

function useLayout({ width, cables, level, shownValues, page, texts }: BinDrawingProps): Layout {
  const subBinName = texts.subBin;
  const percent = level.kind === 'known' ? level.percent : null;
  return useMemo(() => {
    const sameLevel: Level = percent === null ? { kind: 'unknown' } : { kind: 'known', percent };
    return layOut({ width, cables, level: sameLevel, shownValues, page, subBinName });
  }, [width, cables, percent, shownValues, page, subBinName]);
}

type SvgRef = { readonly current: SVGSVGElement | null };

/** Handles touch, mouse and keyboard input on the cells. */
function useCellActions(layout: Layout, svg: SvgRef, props: BinPictureProps) {
  const { onSelect, onMenu } = props;
  const [activeCell, setActive] = useState<CellAddress | null>(null);
  const [focusedCell, setFocused] = useState<CellAddress | null>(null);
  const press = usePress((event) => findAddressAtPointer(layout, svg, event), onMenu);

  const handlers = {
    ...press.handlers,
    onClick: (event: MouseEvent) => {
      const cell = press.mustIgnoreClick() ? null : findAddressAtPointer(layout, svg, event);
      if (cell !== null) onSelect(cell);
    },
    onContextMenu: (event: MouseEvent) => {
      const cell = findAddressAtPointer(layout, svg, event);
      if (cell === null) return;
      event.preventDefault();
      // Only a right click: `usePress` handles a long press and `onKeyDown` the menu key.
      if (event.button === 2) onMenu(cell);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const cellAddress = findAddress(layout, event.target);
      const action = cellAddress === null ? null : toCellAction(event);
      if (cellAddress === null || action === null) return;
      event.preventDefault();
      if (action === 'open') onSelect(cellAddress);
      else if (action === 'menu') onMenu(cellAddress);
      else focusCell(svg, findNeighborCell(selectCablesOnPage(layout), cellAddress, action));
    },
    onFocus: ({ target }: { readonly target: Element }) => {
      const cell = findAddress(layout, target);
      setActive(cell);
      setFocused(target.matches(':focus-visible') ? cell : null);
    },
    onBlur: () => setFocused(null),
  };
  const tabStop = findTabStop(layout, [activeCell, props.selected]);
  return { handlers, focusedAddress: focusedCell, pressedAddress: press.pressedTarget, tabStop };
}

const keyActions: Readonly<Record<string, Direction | 'open' | 'menu'>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
  Enter: 'open',
  ' ': 'open',
  m: 'menu',
  M: 'menu',
  ContextMenu: 'menu',
};

function toCellAction(event: KeyboardEvent): Direction | 'open' | 'menu' | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  if (event.key === 'F10' && event.shiftKey) return 'menu';
  return keyActions[event.key] ?? null;
}

/** Returns the cables with only this page's cells, so that arrow keys stop at its edges. */
function selectCablesOnPage(layout: Layout) {
  return layout.cables.map(({ cable }) => ({
    ...cable,
    cells: layout.cells.filter((placed) => placed.cable === cable).map((placed) => placed.cell),
  }));
}

function findTabStop(
  layout: Layout,
  preferredAddresses: readonly (CellAddress | null)[],
): string | null {
  const pageKeys = layout.cells.map((placed) =>
    makeCellKey({ cable: placed.cable.number, depth: placed.cell.depth }),
  );
  const wantedKeys = preferredAddresses.flatMap((address) =>
    address === null ? [] : [makeCellKey(address)],
  );
  return wantedKeys.find((key) => pageKeys.includes(key)) ?? pageKeys[0] ?? null;
}

/** The CSS selector of a cell, to scroll to it or to focus it. */
export function makeCellSelector(address: CellAddress): string {
  return `[data-cell="${makeCellKey(address)}"]`;
}

function focusCell(svg: SvgRef, address: CellAddress): void {
  svg.current?.querySelector<SVGElement>(makeCellSelector(address))?.focus();
}

function findAddress(layout: Layout, target: EventTarget): CellAddress | null {
  const key =
    target instanceof Element ? target.closest('[data-cell]')?.getAttribute('data-cell') : null;
  const placedCell = layout.cells.find(
    ({ cable, cell }) => makeCellKey({ cable: cable.number, depth: cell.depth }) === key,
  );
  return placedCell === undefined
    ? null
    : { cable: placedCell.cable.number, depth: placedCell.cell.depth };
}

/** Finds the cell under the pointer or, if there is none, the nearest one within a finger's reach. */
function findAddressAtPointer(layout: Layout, svg: SvgRef, event: MouseEvent): CellAddress | null {
  const hit = findAddress(layout, event.target);
  if (hit !== null || svg.current === null) return hit;
  const box = svg.current.getBoundingClientRect();
  const scale = layout.frame.width / Math.max(1, box.width);
  const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  const placed = findNearestCell(layout, x, y);
  return placed === null ? null : { cable: placed.cable.number, depth: placed.cell.depth };
}

interface HotSpotListProps {
  readonly spots: readonly HotSpot[];
  readonly severity: AlertSeverity;
  readonly texts: PictureTexts;
  /** The rings in the picture show numbers instead of text. */
  readonly isNumbered: boolean;
}

/** The hot spots as text, including those on other pages of the picture. */
export function HotSpotList({ spots, severity, texts, isNumbered }: HotSpotListProps) {
  return (
    <ol className={classes['spots']} data-numbered={isNumbered} data-severity={severity}>
      {spots.map((spot) => (
        <li key={makeCellKey(spot.hottest)}>
          <strong>{texts.hotSpot(spot).title}</strong> {texts.hotSpotSentence(spot)}
        </li>
      ))}
    </ol>
  );
}
