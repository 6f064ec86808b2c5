import { FanGlyph } from '../components/state/fan-shape.tsx';
import { token } from '../components/theme/tokens.ts';
import classes from './bin-picture.module.css';
import { FittedText } from './fitted-text.tsx';
import { textWidth, wrapText } from './gutter.ts';
import type { Frame } from './layout.ts';
import type { LongAndShort, PictureFan, PictureOutside } from './model.ts';

const FONT_SIZE = 13;
const LINE_HEIGHT = 17;
const INSET = 12;
/** Width of three chevrons with the space around them, px. */
const CHEVRONS = 74;

interface PlenumProps {
  readonly frame: Frame;
  readonly plenum: LongAndShort | null;
  readonly fan: PictureFan | null;
}

/** Fan and plenum, with their values as text for screen readers. */
export function Plenum({ frame, plenum, fan }: PlenumProps) {
  const text = plenum === null ? '' : frame.hasWideGutter ? plenum.long : plenum.short;
  // With a narrow gutter the text of the fan is in the plenum, on the right.
  const fanText = frame.hasWideGutter ? '' : (fan?.label ?? '');
  const maxWidth = frame.wallRight - frame.wallLeft - 2 * INSET;
  const free = maxWidth - textWidth(text, FONT_SIZE) - textWidth(fanText, FONT_SIZE);
  const middle = (frame.floor + frame.ground) / 2;
  const drop = free < INSET && text !== '' && fanText !== '' ? LINE_HEIGHT / 2 : 0;
  const x = frame.wallLeft + INSET;
  return (
    <g className={classes['texts']}>
      <FittedText
        text={text}
        x={x}
        y={middle - drop}
        maxWidth={maxWidth}
        fontSize={FONT_SIZE}
        className={classes['secondary']}
      />
      {fan?.state === 'on' && free > CHEVRONS && (
        <Chevrons x={x + textWidth(text, FONT_SIZE) + INSET} y={middle} />
      )}
      {fan !== null && <Fan frame={frame} state={fan.state} />}
      {fan !== null && frame.hasWideGutter && <FanText frame={frame} fan={fan} />}
      {fan !== null && !frame.hasWideGutter && (
        <FittedText
          text={fanText}
          x={frame.wallRight - INSET}
          y={middle + drop}
          maxWidth={maxWidth}
          fontSize={FONT_SIZE}
          textAnchor="end"
          className={fanClass(fan)}
        />
      )}
    </g>
  );
}

/** Arrows for the air that rises through the floor. */
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

/** The place of the fan beside the wall: center, radius and height of the duct. */
function placeFan(frame: Frame) {
  const [reach, radius, rise, duct] = frame.hasWideGutter ? [38, 20, 25, 37] : [26, 18, 23, 31];
  return { x: frame.wallRight + reach, y: frame.ground - rise, radius, duct };
}

function Fan({ frame, state }: { frame: Frame; state: PictureFan['state'] }) {
  const { x, y, radius, duct } = placeFan(frame);
  const housingX = x - radius + 1;
  return (
    <g aria-hidden>
      <path
        d={`M${frame.wallRight} ${frame.ground - duct}H${housingX}V${frame.ground}H${frame.wallRight}Z`}
        fill={token(state === 'on' ? 'ok-tint' : 'metal')}
        stroke={token('wall')}
        strokeWidth={2}
      />
      <g transform={`translate(${x} ${y}) scale(${radius / 18.5})`}>
        <FanGlyph state={state} housing />
      </g>
    </g>
  );
}

/** The text beside the fan in the wide gutter, vertically centered but above the ground. */
function FanText({ frame, fan }: { frame: Frame; fan: PictureFan }) {
  const { x, y, radius } = placeFan(frame);
  const left = x + radius + 10;
  const maxWidth = frame.width - left;
  const strongLines = wrapText(fan.label, maxWidth, FONT_SIZE);
  const lines = [...strongLines, ...wrapText(fan.detail ?? '', maxWidth, FONT_SIZE)];
  const height = (lines.length - 1) * LINE_HEIGHT;
  const top = Math.min(y - height / 2, frame.ground - 12 - height);
  return lines.map((text, index) => (
    <FittedText
      // The lines of a label never change their order.
      key={`${index}-${text}`}
      text={text}
      x={left}
      y={top + index * LINE_HEIGHT}
      maxWidth={maxWidth}
      fontSize={FONT_SIZE}
      className={index < strongLines.length ? fanClass(fan) : classes['secondary']}
    />
  ));
}

function fanClass(fan: PictureFan): string | undefined {
  if (fan.state === 'on') return classes['fanOn'];
  return fan.state === 'no-air' ? classes['fanNoAir'] : classes['strong'];
}

/** The outdoor temperature, at the top right of the wall. */
export function Outside({ frame, outside }: { frame: Frame; outside: PictureOutside }) {
  const value = frame.hasWideGutter ? outside.long : outside.short;
  const place = {
    x: frame.width - 1,
    maxWidth: frame.width - frame.wallRight + 12,
    fontSize: FONT_SIZE,
  };
  return (
    <g className={classes['texts']}>
      <FittedText
        {...place}
        text={outside.label}
        y={frame.top + 5}
        textAnchor="end"
        className={classes['secondary']}
      />
      <FittedText
        {...place}
        text={value}
        y={frame.top + 22}
        textAnchor="end"
        className={classes['strong']}
      />
    </g>
  );
}
