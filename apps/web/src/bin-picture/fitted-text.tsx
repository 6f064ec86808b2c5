import type { ReactNode } from 'react';
import { estimateTextWidth } from './gutter.ts';

interface FittedTextProps {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Maximum width of the text, px. */
  readonly maxWidth: number;
  readonly fontSize: number;
  readonly className: string | undefined;
  readonly fill?: string | undefined;
  readonly textAnchor?: 'start' | 'end';
}

/** A line of text that is condensed, never truncated, to fit its maximum width. */
export function FittedText({ text, maxWidth, ...rest }: FittedTextProps): ReactNode {
  const isTooWide = estimateTextWidth(text, rest.fontSize) > maxWidth;
  return (
    <text
      {...rest}
      {...(isTooWide ? { textLength: maxWidth, lengthAdjust: 'spacingAndGlyphs' } : {})}
    >
      {text}
    </text>
  );
}
