import { FanGlyph } from '../components/state/fan-icon.tsx';
import { token } from '../components/theme/tokens.ts';
import classes from './bin-picture.module.css';
import { FittedText } from './fitted-text.tsx';
import { estimateTextWidth, wrapText } from './gutter.ts';
import type { Frame } from './layout.ts';
import type { PictureFan, PictureOutdoorSensor, TextVariants } from './model.ts';

const FONT_SIZE = 13;
const LINE_HEIGHT = 17;
const INSET = 12;
/** Width of three chevrons with the space around them, px. */
const CHEVRONS_WIDTH = 74;

interface PlenumProps {
  readonly frame: Frame;
  readonly plenum: TextVariants | null;
  readonly fan: PictureFan | null;
}

/** The fan and the plenum, with their values as text that screen readers can read. */
export function Plenum({ frame, plenum, fan }: PlenumProps) {
  const text = plenum === null ? '' : frame.hasWideGutter ? plenum.long : plenum.short;
  // With a narrow gutter, the fan's text is in the plenum, on the right.
  const fanText = frame.hasWideGutter ? '' : (fan?.label ?? '');
  const maxWidth = frame.wallRight - frame.wallLeft - 2 * INSET;
  const freeWidth =
    maxWidth - estimateTextWidth(text, FONT_SIZE) - estimateTextWidth(fanText, FONT_SIZE);
  const middle = (frame.floor + frame.ground) / 2;
  const lineOffset = freeWidth < INSET && text !== '' && fanText !== '' ? LINE_HEIGHT / 2 : 0;
  const x = frame.wallLeft + INSET;
  return (
    <g className={classes['texts']}>
      <FittedText
        text={text}
        x={x}
        y={middle - lineOffset}
        maxWidth={maxWidth}
        fontSize={FONT_SIZE}
        className={classes['secondary']}
      />
      {fan?.state === 'on' && freeWidth > CHEVRONS_WIDTH && (
        <Chevrons x={x + estimateTextWidth(text, FONT_SIZE) + INSET} y={middle} />
      )}
      {fan !== null && <Fan frame={frame} state={fan.state} />}
      {fan !== null && frame.hasWideGutter && <FanText frame={frame} fan={fan} />}
      {fan !== null && !frame.hasWideGutter && (
        <FittedText
          text={fanText}
          x={frame.wallRight - INSET}
          y={middle + lineOffset}
          maxWidth={maxWidth}
          fontSize={FONT_SIZE}
          textAnchor="end"
          className={toFanClass(fan)}
        />
      )}
    </g>
  );
}

/** Arrows for the air that rises through the floor. */
function Chevrons({ x, y }: { x: number; y: number }) {
  const chevronPath = (left: number) => `M${left} ${y + 4}l7-7 7 7`;
  return (
    <path
      aria-hidden
      d={chevronPath(x) + chevronPath(x + 18) + chevronPath(x + 36)}
      fill="none"
      stroke={token('ok')}
      strokeWidth={2.5}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  );
}

/** Places the fan beside the wall: returns the fan's center and radius, and the duct's height. */
function placeFan(frame: Frame) {
  const [reach, radius, rise, ductHeight] = frame.hasWideGutter
    ? [38, 20, 25, 37]
    : [26, 18, 23, 31];
  return { x: frame.wallRight + reach, y: frame.ground - rise, radius, ductHeight };
}

function Fan({ frame, state }: { frame: Frame; state: PictureFan['state'] }) {
  const { x, y, radius, ductHeight } = placeFan(frame);
  const housingX = x - radius + 1;
  return (
    <g aria-hidden>
      <path
        d={`M${frame.wallRight} ${frame.ground - ductHeight}H${housingX}V${frame.ground}H${frame.wallRight}Z`}
        fill={token(state === 'on' ? 'ok-tint' : 'metal')}
        stroke={token('wall')}
        strokeWidth={2}
      />
      <g transform={`translate(${x} ${y}) scale(${radius / 18.5})`}>
        <FanGlyph state={state} hasHousing />
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
      className={index < strongLines.length ? toFanClass(fan) : classes['secondary']}
    />
  ));
}

function toFanClass(fan: PictureFan): string | undefined {
  if (fan.state === 'on') return classes['fanOn'];
  return fan.state === 'no-air' ? classes['fanNoAir'] : classes['strong'];
}

/** The outdoor temperature and, in the wide gutter, the humidity, at the top of the right gutter. */
export function OutdoorTemperature({
  frame,
  outside,
}: {
  frame: Frame;
  outside: PictureOutdoorSensor;
}) {
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
