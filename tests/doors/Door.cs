// SPDX-License-Identifier: MIT
// door.c in C#.
using System;
using System.IO;
using System.Linq;
using Vrm;
using Vrm.Native;

static class Door
{
    static uint Hash(float[] numbers)
    {
        uint state = 2166136261;
        byte[] bytes = new byte[numbers.Length * 4];
        System.Buffer.BlockCopy(numbers, 0, bytes, 0, bytes.Length);
        foreach (byte b in bytes) state = (state ^ b) * 16777619;
        return state;
    }

    static string Play(string avatarPath, string path, string pmx)
    {
        MotionOptions options = new MotionOptions { Model = pmx == "" ? null : File.ReadAllBytes(pmx) };
        using (Vrm.Model model = Vrm.Model.Load(avatarPath))
        using (Vrm.Rig rig = new Vrm.Rig(model))
        using (Vrm.Motion motion = Vrm.Motion.Load(path, options))
        using (Vrm.Clip clip = motion.Clip(rig))
        using (Vrm.Sim sim = new Vrm.Sim())
        {
            Vrm.Avatar avatar = sim.Add(rig);
            using (Vrm.Actor actor = new Vrm.Actor(avatar, null, Stance.REST))
            {
                actor.Play(clip, new LayerOptions { FadeInS = 0 });
                string line = "";
                foreach (double time in new[] { 0, 0.25, 0.5, 1, 2, 4 })
                {
                    if (time > 0 && time >= clip.Duration) break;
                    actor.Seek(time);
                    sim.Step(0);
                    line += Hash(avatar.Worlds().Concat(avatar.ExpressionWeights()).ToArray()).ToString("x8") + " ";
                }
                return line;
            }
        }
    }

    static int Main(string[] arguments)
    {
        foreach (string line in File.ReadAllLines(arguments[0]))
        {
            string[] row = line.Split('\t');
            try { Console.WriteLine(Play(row[0], row[1], row[2])); }
            catch (VrmException) { Console.WriteLine("refused"); }
        }
        return 0;
    }
}
