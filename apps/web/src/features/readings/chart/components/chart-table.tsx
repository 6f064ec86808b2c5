import { ScrollArea } from '@mantine/core';
import { useId, useState } from 'react';
import { PageButtons } from '../../../../components/page-buttons.tsx';
import classes from './chart.module.css';

const ROWS = 50;

export interface ChartTableProps {
  readonly caption: string;
  readonly heads: readonly string[];
  /** How many records there are. */
  readonly count: number;
  /** The texts of a record, its time first; records count from the oldest. */
  readonly row: (index: number) => readonly string[];
}

/** What the chart draws, as a table: newest first, some fifty rows at a time. */
export function ChartTable({ caption, heads, count, row }: ChartTableProps) {
  const [page, setPage] = useState(1);
  const captionId = useId();
  const pages = Math.max(1, Math.ceil(count / ROWS));
  const shown = Math.min(page, pages);
  const from = (shown - 1) * ROWS;
  const indices = Array.from(
    { length: Math.min(ROWS, count - from) },
    (_, n) => count - 1 - from - n,
  );
  return (
    <div className={classes['tableBox']}>
      {/* Outside of what scrolls: a caption is as wide as its table, and would run under the edge. */}
      <p className={classes['caption']} id={captionId}>
        {caption}
      </p>
      <ScrollArea
        type="auto"
        // A wide table scrolls by keys too.
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-labelledby': captionId }}
      >
        <table className={classes['table']} aria-labelledby={captionId}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {indices.map((index) => {
              const [time, ...values] = row(index);
              return (
                <tr key={index}>
                  <th scope="row">{time}</th>
                  {values.map((value, column) => (
                    // A column is its line.
                    <td key={column}>{value}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollArea>
      <PageButtons page={shown} total={pages} onPage={setPage} />
    </div>
  );
}
