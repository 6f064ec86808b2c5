import type { AttributionLink } from '@granary/domain/places/providers';
import classes from './link.module.css';

export interface AttributionProps {
  readonly text: string;
  /** Parts of the text that must be links. */
  readonly links: readonly AttributionLink[];
}

/** A provider's attribution text, with the links that its terms require. */
export function Attribution({ text, links }: AttributionProps) {
  const link = links.find((candidate) => text.includes(candidate.text));
  if (link === undefined) return text;
  const [textBefore = '', ...rest] = text.split(link.text);
  const others = links.filter((other) => other !== link);
  return (
    <>
      <Attribution text={textBefore} links={others} />
      <a className={classes['link']} href={link.url} target="_blank" rel="noreferrer">
        {link.text}
      </a>
      <Attribution text={rest.join(link.text)} links={others} />
    </>
  );
}
