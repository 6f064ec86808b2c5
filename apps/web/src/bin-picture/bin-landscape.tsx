import { token } from '../components/theme/tokens.ts';
import classes from './bin-picture.module.css';

const [WIDTH, HEIGHT] = [110, 190];

/** Wall height, px, and fill level, %, of each example bin. */
const bins: readonly (readonly [walls: number, percent: number])[] = [
  [128, 84],
  [128, 58],
  [128, 44],
  [160, 76],
  [160, 64],
  [160, 28],
  [96, 66],
  [96, 42],
  [128, 38],
  [128, 72],
  [160, 52],
  [96, 80],
];

/** A decorative row of bins, as many as fit the width. */
export function BinLandscape() {
  return (
    <div aria-hidden className={classes['landscape']}>
      {bins.map(([wallHeight, percent], index) => (
        // The order of the bins is fixed.
        <Bin key={index} wallHeightPx={wallHeight} percent={percent} />
      ))}
    </div>
  );
}

function Bin({ wallHeightPx, percent }: { wallHeightPx: number; percent: number }) {
  const [left, right] = [2, WIDTH - 2];
  const middle = WIDTH / 2;
  const eave = HEIGHT - wallHeightPx;
  const surface = HEIGHT - (wallHeightPx * percent) / 100;
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <path d={`M${left} ${surface}H${right}V${HEIGHT}H${left}Z`} fill={token('grain')} />
      <g fill="none" stroke={token('wall')}>
        <path d={`M${left} ${eave}H${right}`} strokeOpacity={0.5} />
        {[20, middle, WIDTH - 20].map((x) => (
          <path key={x} d={`M${x} ${eave - (x === middle ? 20 : 6)}V${HEIGHT - 10}`} />
        ))}
        <path
          d={`M${left} ${HEIGHT}V${eave}L${middle - 9} ${eave - 28}h18L${right} ${eave}V${HEIGHT}`}
          strokeWidth={2}
          strokeLinejoin="round"
        />
      </g>
      <path d={`M${left} ${surface}H${right}`} stroke={token('surface')} strokeWidth={2} />
    </svg>
  );
}
