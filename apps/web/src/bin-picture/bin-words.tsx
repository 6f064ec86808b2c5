import { FanGlyph } from '../components/state/fan-shape.tsx';
import { token } from '../components/theme/tokens.ts';
import classes from './bin-picture.module.css';
import { textWidth } from './gutter.ts';
import type { Frame } from './layout.ts';
import type { LongAndShort, PictureFan, PictureOutside } from './model.ts';

/** Fan and plenum: what they read stands in words, so all of it is spoken too. */
export function Plenum({ frame, plenum, fan }: PlenumProps) {
  const y = (frame.floor + frame.ground) / 2;
  const text = plenum === null ? null : frame.hasWideGutter ? plenum.long : plenum.short;
  const end = frame.wallLeft + 14 + (text === null ? 0 : textWidth(text, 13));
  const fanStart = frame.wallRight - 10 - textWidth(fan?.label ?? '', 13);
  const hasRoom = frame.hasWideGutter || end + 60 < fanStart;
  return (
    <g className={classes['words']}>
      {text !== null && (
        <text x={frame.wallLeft + 14} y={y} className={classes['secondary']}>
          {text}
        </text>
      )}
      {fan?.state === 'on' && hasRoom && <Chevrons x={end + 14} y={y} />}
      {fan !== null && <Fan frame={frame} fan={fan} />}
    </g>
  );
}

interface PlenumProps {
  readonly frame: Frame;
  readonly plenum: LongAndShort | null;
  readonly fan: PictureFan | null;
}

/** Air that rises through the floor. */
function Chevrons({ x, y }: { x: number; y: number }) {
  const one = (left: number) => `M${left} ${y + 4}l7-7 7 7`;
  return (
    <path
      aria-hidden
      d={one(x) + one(x + 18) + one(x + 36)}
      fill="none"
      stroke={token('ok')}
      strokeWidth={2.5}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  );
}

function Fan({ frame, fan }: { frame: Frame; fan: PictureFan }) {
  const isWide = frame.hasWideGutter;
  const [reach, radius, rise] = isWide ? [38, 20, 25] : [26, 18, 23];
  const x = frame.wallRight + reach;
  const y = frame.ground - rise;
  const duct = { top: isWide ? 37 : 31, width: reach - radius + 1 };
  const middle = (frame.floor + frame.ground) / 2;
  return (
    <>
      <g aria-hidden>
        <path
          d={`M${frame.wallRight} ${frame.ground - duct.top}h${duct.width}V${frame.ground}H${frame.wallRight}Z`}
          fill={token(fan.state === 'on' ? 'ok-tint' : 'metal')}
          stroke={token('wall')}
          strokeWidth={2}
        />
        <g transform={`translate(${x} ${y}) scale(${radius / 18.5})`}>
          <FanGlyph state={fan.state} housing />
        </g>
      </g>
      {isWide ? (
        <>
          <text x={x + 30} y={fan.detail === undefined ? y : y - 7} className={fanClass(fan)}>
            {fan.label}
          </text>
          {fan.detail !== undefined && (
            <text x={x + 30} y={y + 11} className={classes['secondary']}>
              {fan.detail}
            </text>
          )}
        </>
      ) : (
        <text x={frame.wallRight - 10} y={middle} textAnchor="end" className={fanClass(fan)}>
          {fan.label}
        </text>
      )}
    </>
  );
}

function fanClass(fan: PictureFan): string | undefined {
  if (fan.state === 'on') return classes['fanOn'];
  return fan.state === 'no-air' ? classes['fanNoAir'] : classes['strong'];
}

/** Outside temperature, at the top right beyond the wall. */
export function Outside({ frame, outside }: { frame: Frame; outside: PictureOutside }) {
  const x = frame.width - 1;
  return (
    <g className={classes['words']} textAnchor="end">
      <text x={x} y={frame.top + 5} className={classes['secondary']}>
        {outside.label}
      </text>
      <text x={x} y={frame.top + 22} className={classes['strong']}>
        {frame.hasWideGutter ? outside.long : outside.short}
      </text>
    </g>
  );
}
