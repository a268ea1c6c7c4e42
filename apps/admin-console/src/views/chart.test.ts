import { describe, expect, it } from "vitest";
import { drawn } from "./chart.ts";

const days = ["2030-01-01", "2030-01-02"];
const chart = (...values: readonly (readonly number[])[]) => ({
  days,
  series: values.map((one, index) => ({ label: `series ${index}`, values: one })),
});

describe("the bars of a chart", () => {
  it("stand on the ground, the highest as high as the drawing", () => {
    const { bars, most, height } = drawn(chart([1, 4]));
    expect(most).toBe(4);
    expect(bars.map((bar) => [bar.y + bar.height, bar.height])).toEqual([
      [height, height / 4],
      [height, height],
    ]);
  });

  it("of one day are beside each other", () => {
    const [first, second] = drawn(chart([2, 0], [2, 0])).bars;
    expect(second?.x).toBe((first?.x ?? 0) + (first?.width ?? 0));
  });

  it("of one day are upon each other in a stacked chart, whose scale is that of the sums", () => {
    const { bars, most } = drawn({ ...chart([1, 0], [3, 0]), isStacked: true });
    const [lower, upper] = bars;
    expect(most).toBe(4);
    expect([upper?.x, (upper?.y ?? 0) + (upper?.height ?? 0)]).toEqual([lower?.x, lower?.y]);
  });

  it("are none where there is nothing", () => {
    expect(drawn(chart([0, 0]))).toMatchObject({ bars: [], most: 2 });
  });

  it("have a line of what is too much, a step for each day, to which the scale reaches", () => {
    const { most, limit } = drawn({ ...chart([1, 2]), limit: { label: { key: "x" }, values: [8, 4] } });
    expect([most, limit]).toEqual([8, "M0 0H16V60H32"]);
    expect(drawn(chart([1])).limit).toBeUndefined();
  });

  it.each([
    [[1], 2],
    [[5], 6],
    [[10], 10],
    [[11], 20],
    [[319], 400],
    [[9417], 10_000],
  ])("whose highest is %j have a scale up to %i, of which half is a whole number", (values, most) => {
    expect(drawn(chart(values))).toMatchObject({ most });
  });

  it("have the first and last day below them, and two between", () => {
    const of = (count: number) => drawn({ days: Array.from({ length: count }, () => "2030-01-01"), series: [] }).marks;
    expect([of(30), of(7), of(2), of(1)]).toEqual([[0, 10, 19, 29], [0, 2, 4, 6], [0, 1], [0]]);
  });
});
