import { token } from '../components/theme/tokens.ts';
import type { Frame, Layout } from './layout.ts';

/** The bin without its sensors: roof or torn edge, walls, grain, cables, plenum, ground. */
export function BinShell({ layout, isFanOn, hasFan }: BinShellProps) {
  const { frame, grainTop, surface } = layout;
  const grainWidth = frame.wallRight - frame.wallLeft;
  return (
    <g aria-hidden>
      <path d={`${getGrainSpacePath(frame)}Z`} fill={token('air')} />
      {grainTop !== null && <path d={getGrainPath(frame, grainTop)} fill={token('grain')} />}
      {frame.hasRoof && <Roof frame={frame} />}
      {frame.hasPlenum && (
        <rect
          x={frame.wallLeft}
          y={frame.floor}
          width={grainWidth}
          height={frame.ground - frame.floor}
          fill={token(isFanOn ? 'ok-tint' : 'metal')}
        />
      )}
      <Cables layout={layout} />
      {surface !== null && grainTop !== null && (
        <path
          d={`M${frame.wallLeft} ${surface}H${frame.wallRight + 8}`}
          stroke={token('surface')}
          strokeWidth={3}
        />
      )}
      <Walls layout={layout} />
      {frame.hasPlenum && (
        <>
          <path
            d={`M${frame.wallLeft + 3} ${frame.floor}H${frame.wallRight - 2}`}
            stroke={token('wall')}
            strokeWidth={3}
            strokeDasharray="5 4"
          />
          <path
            d={`M${frame.wallLeft - 10} ${frame.ground}H${getGroundEndX(frame, hasFan)}`}
            stroke={token('wall')}
            strokeWidth={3}
            strokeLinecap="round"
          />
        </>
      )}
    </g>
  );
}

interface BinShellProps {
  readonly layout: Layout;
  readonly isFanOn: boolean;
  readonly hasFan: boolean;
}

function getGroundEndX(frame: Frame, hasFan: boolean): number {
  if (!hasFan) return frame.wallRight + 10;
  return frame.hasWideGutter ? frame.width - 6 : frame.width - 2;
}

function Roof({ frame }: { frame: Frame }) {
  const middle = (frame.wallLeft + frame.wallRight) / 2;
  const outline = [
    `M${frame.wallLeft} ${frame.eave}L${middle - frame.capHalfWidth} ${frame.top}`,
    `H${middle + frame.capHalfWidth}L${frame.wallRight} ${frame.eave}`,
  ].join('');
  return (
    <>
      <path d={`${outline}Z`} fill={token('metal')} stroke={token('wall')} strokeWidth={1} />
      <path
        d={outline}
        fill="none"
        stroke={token('wall')}
        strokeWidth={3}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </>
  );
}

/**
 * The outline between the walls: straight at the eave and the floor, zigzag where the bin continues on
 * another page.
 */
function getGrainSpacePath(frame: Frame): string {
  const upperEdge = frame.hasRoof
    ? `M${frame.wallLeft} ${frame.eave}H${frame.wallRight}`
    : `M${buildZigzag(frame, frame.eave, -1)}`;
  const lowerEdge = frame.hasPlenum
    ? `V${frame.floor}H${frame.wallLeft}`
    : `L${buildZigzag(frame, frame.floor, 1, true)}`;
  return upperEdge + lowerEdge;
}

function getGrainPath(frame: Frame, top: number): string {
  const upper =
    frame.hasRoof || top > frame.eave
      ? `M${frame.wallLeft} ${top}H${frame.wallRight}`
      : `M${buildZigzag(frame, frame.eave, -1)}`;
  const lower = frame.hasPlenum
    ? `V${frame.floor}H${frame.wallLeft}`
    : `L${buildZigzag(frame, frame.floor, 1, true)}`;
  return `${upper}${lower}Z`;
}

/** A torn edge: points from wall to wall that zigzag 8 px to one side of `y`. */
function buildZigzag(frame: Frame, y: number, side: 1 | -1, isBackwards = false): string {
  const width = frame.wallRight - frame.wallLeft;
  const teeth = 2 * Math.max(2, Math.round(width / 24));
  const points = Array.from({ length: teeth + 1 }, (_, index) => {
    const x = frame.wallLeft + (width * index) / teeth;
    return `${round(x)} ${round(index % 2 === 0 ? y : y + side * 8)}`;
  });
  return (isBackwards ? points.toReversed() : points).join('L');
}

function Walls({ layout }: { layout: Layout }) {
  const { frame } = layout;
  const bottom = frame.hasPlenum ? frame.ground : frame.floor;
  return (
    <g stroke={token('wall')} strokeWidth={3} fill="none" strokeLinejoin="round">
      <path d={`M${frame.wallLeft} ${frame.eave}V${bottom}`} />
      <path d={`M${frame.wallRight} ${frame.eave}V${bottom}`} />
      {!frame.hasRoof && <path d={`M${buildZigzag(frame, frame.eave, -1)}`} strokeWidth={2} />}
      {!frame.hasPlenum && <path d={`M${buildZigzag(frame, frame.floor, 1)}`} strokeWidth={2} />}
      {layout.walls.map((x) => (
        <path
          key={x}
          d={`M${x} ${frame.hasRoof ? frame.eave - 10 : frame.eave}V${frame.floor}`}
          strokeWidth={4}
        />
      ))}
    </g>
  );
}

function Cables({ layout }: { layout: Layout }) {
  const { eave, labelY } = layout.frame;
  const gapBottom = labelY + 8;
  // The gap in a cable's line is for the sub-bin names and the cable number.
  const gapTop = layout.subBins.length > 0 ? eave + 3 : Math.max(eave + 3, labelY - 10);
  return (
    <g stroke={token('cable')} strokeWidth={2}>
      {layout.cables.map(({ cable, x, lineTop, lineBottom }) => (
        <path
          key={cable.number}
          d={`M${x} ${lineTop}V${gapTop}${lineBottom === null ? '' : `M${x} ${gapBottom}V${lineBottom}`}`}
        />
      ))}
    </g>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
